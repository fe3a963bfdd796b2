// The tables that belong to organisations, in an order in which the foreign keys allow to empty them, and whom others
// name.
import { sql } from 'kysely'
import type { Reader, Tx } from './database.ts'

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

/** A table whose rows have an organisation. */
export interface OrganisationTable {
  readonly name: string
  /** Whether the organisation is the first part of its key: all but the few tables that organisations share. */
  readonly keyed: boolean
}

/** Every table with a column `organisation_id`, by name. */
export async function readOrganisationTables(db: Reader): Promise<readonly OrganisationTable[]> {
  const { rows } = await sql<OrganisationTable>`
    select c.relname as name, coalesce(x.indkey[0] = a.attnum, false) as keyed from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
    left join pg_index x on x.indrelid = c.oid and x.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(db)
  return rows
}

/** The tables that belong to organisations, each before those that it refers to. */
export async function tablesInOrder(tx: Tx, references: readonly Reference[]): Promise<readonly string[]> {
  const tables = (await readOrganisationTables(tx)).filter(({ keyed }) => keyed)
  const left = new Set(tables.map(({ name }) => name))
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

/** Whom of these people any row of the database names that would not go with them. */
export async function findNamed(
  tx: Tx,
  references: readonly Reference[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (const { table, column, target, cascades } of references) {
    if (target !== 'users' || cascades) continue
    const { rows } = await sql<{ id: string }>`/* every organisation: records anywhere may name somebody */
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} = any(${[...ids]}::uuid[])`.execute(
      tx,
    )
    for (const { id } of rows) named.add(id)
  }
  return named
}
