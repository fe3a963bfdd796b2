// Reads of single rows by id, gathered: while two of one caller are on their way to the database, further ones wait, and then go
// out together as one statement. Under load a statement thus reads as many rows as arrive while one runs; without load nothing waits.
//
// A read never joins a statement that has been sent: it sees everything that was committed before it began.

/** The rows found, by id; ids without a row are left out. */
export type ReadRows<Scope, Row> = (scope: Scope, ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>

export interface GatheredReads<Scope, Row> {
  /**
   * The row with the id, or undefined. `key` must be different for all scopes that may see different rows, or see a row
   * differently: reads are gathered by it alone.
   */
  find(key: string, scope: Scope, id: number): Promise<Row | undefined>
}

type Waiting<Row> = PromiseWithResolvers<Row | undefined>

interface Group<Scope, Row> {
  scope: Scope
  sent: number
  readonly waiting: Map<number, Waiting<Row>>
}

/** How many statements of one key run at once, and how many ids one of them takes. */
const statementsAtOnce = 2
const mostIds = 50

/** Gathers the reads that `read` carries out. */
export function gatherReads<Scope, Row>(read: ReadRows<Scope, Row>): GatheredReads<Scope, Row> {
  const groups = new Map<string, Group<Scope, Row>>()

  function sendWaiting(key: string, group: Group<Scope, Row>): void {
    while (group.sent < statementsAtOnce && group.waiting.size > 0) {
      const batch = [...group.waiting].slice(0, mostIds)
      for (const [id] of batch) group.waiting.delete(id)
      group.sent++
      void send(group.scope, batch).finally(() => {
        group.sent--
        sendWaiting(key, group)
        if (group.sent === 0) groups.delete(key)
      })
    }
  }

  async function send(scope: Scope, batch: readonly (readonly [number, Waiting<Row>])[]): Promise<void> {
    try {
      const rows = await read(
        scope,
        batch.map(([id]) => id),
      )
      for (const [id, found] of batch) found.resolve(rows.get(id))
    } catch (error) {
      for (const [, found] of batch) found.reject(error)
    }
  }

  return {
    find(key, scope, id) {
      const group: Group<Scope, Row> = groups.get(key) ?? { scope, sent: 0, waiting: new Map() }
      groups.set(key, group)
      group.scope = scope
      const found = group.waiting.get(id) ?? Promise.withResolvers()
      group.waiting.set(id, found)
      sendWaiting(key, group)
      return found.promise
    },
  }
}
