// Work on single items, gathered: a packet costs both sides more than most statements in it, so that under load a group
// of ten costs little more than one item. Without load nothing waits.
import { DatabaseUnavailable } from './database-failures.ts'
import { coalesceItems } from './coalescing.ts'

/** Does the work for all items at once or, when it fails, for none; the results are in the order of the items. */
export type WorkOnAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item
}

/**
 * Gathers the items that `work` is done for. An item that fails does not concern the others: a group that fails is
 * repeated, each item alone, unless nobody knows what became of it because the database cannot be reached.
 */
export function coalesceWork<Item, Result>(work: WorkOnAll<Item, Result>): (item: Item) => Promise<Result> {
  async function doAll(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (group.length === 1 || error instanceof DatabaseUnavailable) {
        for (const { reject } of group) reject(error)
        return
      }
      for (const each of group) await doAll([each])
    }
  }

  const add = coalesceItems(doAll)
  return (item) => {
    const each = { item, ...Promise.withResolvers<Result>() }
    add(each)
    return each.promise
  }
}
