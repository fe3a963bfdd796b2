// Imports: tables that somebody sends, to become records of the organisation row by row.
//
// import     one table of one kind of thing, with its mapping and its files
// kind       what its rows become: matters, contracts
// mapping    which property each column is, and how its texts are read
// check      every row is made and taken back, which finds every problem
// run        every row is made, silently: nobody is notified of it (docs/decisions/0120-imports.md)
// undo       what was made is removed again, as long as nobody has touched it
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { ImportsTable } from '../platform/postgres/tables.ts'
import type { Mapping } from './mapping.ts'
import type { ReadColumn } from './reading/columns.ts'
import type { WarningChoice } from './work/row.ts'

export const importStates = [
  'Mapping',
  'Checking',
  'Checked',
  'Running',
  'Stopped',
  'Done',
  'Undoing',
  'Undone',
] as const
export type ImportState = (typeof importStates)[number]

/** Which import. */
export interface ImportKey {
  readonly organisationId: number
  readonly id: number
}

export interface Import extends ImportKey {
  readonly kind: string
  /** Of the file. */
  readonly name: string
  readonly state: ImportState
  readonly createdBy: string
  readonly columns: readonly ReadColumn[]
  readonly mapping: Mapping
  readonly total: number
  /** How many rows the check, run or undo at hand has gone through. */
  readonly done: number
  readonly made: number
  readonly skipped: number
  readonly undone: number
  /** How many rows have a problem, by the last check; null before it. */
  readonly wrong: number | null
  /** How many other rows are left out together with those that have warnings, if somebody wants that; likewise. */
  readonly warned: number | null
  /** What becomes of rows with warnings. */
  readonly warnings: WarningChoice
  /** Why it stopped by itself. */
  readonly failure: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** The files of an import, and its archives and buckets that are not unpacked or fetched yet. */
export interface ImportFiles {
  readonly count: number
  readonly bytes: number
  readonly archives: number
  readonly buckets: number
  /** Of the first archive that could not be unpacked, or bucket that could not be fetched. */
  readonly failure: string | null
}

const importOf = (row: Selectable<ImportsTable>): Import => ({
  organisationId: row.organisation_id,
  id: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state as ImportState,
  createdBy: row.created_by,
  columns: row.columns as unknown as readonly ReadColumn[],
  mapping: row.mapping as unknown as Mapping,
  total: row.total,
  done: row.done,
  made: row.made,
  skipped: row.skipped,
  undone: row.undone,
  wrong: row.wrong,
  warned: row.warned,
  warnings: row.warnings as WarningChoice,
  failure: row.failure,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
})

const ofOrganisation = (db: Reader, { organisationId }: Pick<Actor, 'organisationId'>) =>
  db.selectFrom('imports').where('organisation_id', '=', organisationId)

/** A page of the imports of the actor's organisation, newest first. */
export async function listImports(
  db: Reader,
  actor: Actor,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Import[]> {
  const rows = await ofOrganisation(db, actor)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .selectAll()
    .execute()
  return rows.map(importOf)
}

/** An import of the actor's organisation; not_found for others. */
export async function getImport(db: Reader, actor: Actor, id: number): Promise<Import> {
  const row = await ofOrganisation(db, actor).where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw notFound()
  return importOf(row)
}

/** The same, locked until the transaction ends. */
export async function holdImport(tx: Tx, actor: Actor, id: number): Promise<Import> {
  const row = await ofOrganisation(tx, actor).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return importOf(row)
}

/** Throws conflict where the import is in none of the states. */
export function checkState({ state }: Import, allowed: readonly ImportState[], doing: string): void {
  if (allowed.includes(state)) return
  throw conflict(`${doing} is possible while an import is ${allowed.join(' or ')}; this one is ${state}.`)
}

/** What there is of files of an import. */
export async function filesOf(db: Reader, { organisationId, id }: ImportKey): Promise<ImportFiles> {
  const { rows } = await sql<ImportFiles>`select
    (select count(*) from import_files where organisation_id = ${organisationId} and import_id = ${id})::int as count,
    (select coalesce(sum(size), 0) from import_files
      where organisation_id = ${organisationId} and import_id = ${id})::bigint as bytes,
    (select count(*) from import_archives
      where organisation_id = ${organisationId} and import_id = ${id} and finished_at is null)::int as archives,
    (select count(*) from import_buckets
      where organisation_id = ${organisationId} and import_id = ${id} and finished_at is null)::int as buckets,
    coalesce((select failure from import_archives where organisation_id = ${organisationId} and import_id = ${id}
      and failure is not null order by number limit 1),
      (select failure from import_buckets where organisation_id = ${organisationId} and import_id = ${id}
      and failure is not null order by import_buckets.id limit 1)) as failure`.execute(db)
  return rows[0] ?? { count: 0, bytes: 0, archives: 0, buckets: 0, failure: null }
}
