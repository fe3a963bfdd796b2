// Reads of single rows by id, gathered: those of one caller that come at the same time go out together as one statement
// (gathering.ts says when). Under load a statement reads as many rows as arrive while one runs; without load
// nothing waits.
//
// A read never joins a statement that has been sent: it sees everything that was committed before it began.
import { coalesceItems } from './coalescing.ts'

/** The rows found, by id; ids without a row are left out. */
export type ReadRows<Scope, Row> = (scope: Scope, ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>

export interface CoalescedReads<Scope, Row> {
  /**
   * The row with the id, or undefined. `key` must be different for all scopes that may see different rows, or see a row
   * differently: reads are gathered by it alone.
   */
  find(key: string, scope: Scope, id: number): Promise<Row | undefined>
}

interface Waiting<Scope, Row> extends PromiseWithResolvers<Row | undefined> {
  readonly scope: Scope
  readonly id: number
}

/** Gathers the reads that `read` carries out. */
export function coalesceReads<Scope, Row>(read: ReadRows<Scope, Row>): CoalescedReads<Scope, Row> {
  const byKey = new Map<string, (one: Waiting<Scope, Row>) => void>()

  async function send(group: readonly Waiting<Scope, Row>[]): Promise<void> {
    const last = group.at(-1)
    if (!last) return
    try {
      const rows = await read(last.scope, [...new Set(group.map(({ id }) => id))])
      for (const { id, resolve } of group) resolve(rows.get(id))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    find(key, scope, id) {
      const add = byKey.get(key) ?? coalesceItems<Waiting<Scope, Row>>(send, () => byKey.delete(key))
      byKey.set(key, add)
      const one = { scope, id, ...Promise.withResolvers<Row | undefined>() }
      add(one)
      return one.promise
    },
  }
}
