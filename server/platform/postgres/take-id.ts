// The id of a row before it is inserted, so that everything that refers to it can be sent together with it.
import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { type Statement, statement } from './statement.ts'

type Row = { readonly id: number }
const byTable = new Map<string, Statement<object, Row>>()

/** The next id of a table that numbers its rows by its own sequence. The name must not come from outside. */
export async function takeId(tx: Tx, table: string): Promise<number> {
  const known =
    byTable.get(table) ?? statement<object, Row>(() => sql`select nextval(${sql.lit(`${table}_id`)}) as id`)
  byTable.set(table, known)
  const [row] = await known.run(tx, {})
  if (!row) throw new Error('A sequence has no next value')
  return row.id
}
