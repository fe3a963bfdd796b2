// Reads the structure of the database from its catalogue: tables, columns, partitions, sequences and foreign keys.
import type pg from 'pg'

export interface CatalogTable {
  readonly name: string
  /** Stored columns only: generated columns compute themselves. */
  readonly columns: readonly string[]
}

/** Tables that only describe work in progress: a backup leaves them out. */
export const transientTables: ReadonlySet<string> = new Set(['storage_holds', 'restore_under_way'])

/** All tables of Chancery, each partitioned table as one. */
export async function readTables(client: pg.ClientBase): Promise<readonly CatalogTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition group by c.relname order by 1`)
  return rows.filter(({ name }) => !transientTables.has(name))
}

/** Columns that a backup leaves out, by table: it has these values instead. Mails contain links that sign people in. */
export const leftOut: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['outbox_mails', { content_sealed: 'null', body: `''`, html: 'null', headers: 'null' }],
])

export interface Partition {
  readonly name: string
  readonly of: string
  /** The partition bounds as SQL. */
  readonly bounds: string
}

/** The partitions of partitioned tables. */
export async function readPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select c.relname as name, p.relname as of, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where n.nspname = 'public' and c.relispartition and c.relkind = 'r' order by 1`)
  return rows
}

export interface Sequence {
  readonly name: string
  readonly value: string
  readonly called: boolean
}

/** The current values of the sequences. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S' order by 1`)
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    )
    sequences.push(...rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

/** Something that can be dropped for the duration of a load and added again. */
export interface Detachable {
  readonly drop: string
  readonly add: string
}

/** Foreign keys: checked once at the end instead of for each row. */
export async function readReferences(client: pg.ClientBase): Promise<readonly Detachable[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and k.contype = 'f' and k.conparentid = 0 order by 1, 2`)
  return rows.map(({ table, name, definition }) => ({
    drop: `alter table ${quoted(table)} drop constraint ${quoted(name)}`,
    add: `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
  }))
}

/**
 * Indexes not required by a constraint: built once from all rows instead of row by row. Those of partitioned tables
 * stay.
 */
export async function readIndexes(client: pg.ClientBase): Promise<readonly Detachable[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition
      and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid) order by 1`)
  return rows.map(({ name, definition }) => ({ drop: `drop index ${quoted(name)}`, add: definition }))
}

/** A quoted identifier. */
export const quoted = (name: string): string => `"${name.replace(/"/g, '""')}"`

/**
 * The settings that the text form of values depends on; the same for dumping and loading, whatever the server or the
 * role is configured to use.
 */
export const textForm = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`
