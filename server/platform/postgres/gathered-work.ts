// Work on single items, gathered: while two groups are on their way to the database, further items wait, and then go out together.
// A packet costs both sides more than most statements in it, so that under load a group of ten costs little more than one; without
// load nothing waits.
import { DatabaseUnavailable } from './database-failures.ts'

/** Does the work for all items at once or, when it fails, for none; the results are in the order of the items. */
export type WorkOnAll<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item
}

/** How many groups are under way at once, how many items make a second one worth while, and how many one of them takes. */
const groupsAtOnce = 2
const enoughItems = 8
const mostItems = 50

/**
 * Gathers the items that `work` is done for. An item that fails does not concern the others: a group that fails is repeated, each
 * item alone, unless nobody knows what became of it because the database cannot be reached.
 */
export function gatherWork<Item, Result>(work: WorkOnAll<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let underway = 0

  let scheduled = false

  const isTime = () =>
    underway === 0 ? waiting.length > 0 : underway < groupsAtOnce && waiting.length >= enoughItems

  // once everything that has arrived is read
  function schedule(): void {
    if (scheduled || !isTime()) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      sendWaiting()
    })
  }

  function sendWaiting(): void {
    while (isTime()) {
      underway++
      void doAll(waiting.splice(0, mostItems)).finally(() => {
        underway--
        schedule()
      })
    }
  }

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

  return (item) => {
    const each = { item, ...Promise.withResolvers<Result>() }
    waiting.push(each)
    schedule()
    return each.promise
  }
}
