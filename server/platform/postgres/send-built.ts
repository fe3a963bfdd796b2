// Writes of a transaction that nobody waits for, written with the query builder.
import type { Compilable, RawBuilder } from 'kysely'
import type { Tx } from './database.ts'
import { sendQuery } from './driver.ts'

/**
 * Sends a write whose answer nobody needs with the statement that follows, at the latest with the commit. Its failure
 * fails the transaction.
 */
export function sendBuilt(tx: Tx, query: Compilable | RawBuilder<unknown>): void {
  const { sql: text, parameters } = 'isRawBuilder' in query ? query.compile(tx) : query.compile()
  sendQuery(tx, { text, values: parameters })
}
