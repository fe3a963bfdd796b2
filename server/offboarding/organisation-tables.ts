// Removing everything of an organisation from the database, in an order that the foreign keys allow.
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/database.ts'

export interface Reference {
  readonly table: string
  readonly column: string
  readonly target: string
  /** Whether rows go with the row that they refer to. */
  readonly cascades: boolean
}

/** The foreign keys of the database, of one column or by organisation and one column. */
export async function readReferences(tx: Tx): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select c.relname as table, t.relname as target, k.confdeltype = 'c' as cascades,
      (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = k.conkey[1]) as column
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace and not c.relispartition
    order by c.relname, k.conname`.execute(tx)
  return rows
}

/** The tables that belong to organisations, each before those that it refers to. */
export async function tablesInOrder(tx: Tx, references: readonly Reference[]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_index x on x.indrelid = c.oid and x.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'organisation_id'
    order by c.relname`.execute(tx)
  const left = new Set(rows.map(({ name }) => name))
  const inOrder: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !references.some(({ table, target }) => target === name && table !== name && left.has(table)),
    )
    if (free.length === 0) throw new Error(`These tables refer to one another: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    inOrder.push(...free)
  }
  return inOrder
}
