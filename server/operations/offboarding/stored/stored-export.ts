// An export of an organisation that is made in the background, stored in pieces, and kept for a week to be downloaded:
// its terms, and reading it. docs/decisions/0151-stored-exports.md
import type { Selectable } from 'kysely'
import type { App } from '../../../platform/app.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import type { OrganisationExportsTable } from '../../../platform/postgres/tables.ts'
import { fullName } from '../../../identity/users/user.ts'

/** How long it is kept after it was finished, or has failed. */
export const keptDays = 7
/** How many an organisation has at once. */
export const mostStored = 3

export const exportStates = ['Waiting', 'Running', 'Done', 'Failed'] as const
export type ExportState = (typeof exportStates)[number]

export interface ExportKey {
  readonly organisationId: number
  readonly id: number
}

export interface StoredExport extends ExportKey {
  readonly state: ExportState
  readonly createdAt: Date
  readonly by: { readonly id: string; readonly name: string }
  /** The moment that its rows are of; undefined until it is being made. */
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** When it is deleted. */
  readonly expiresAt: Date | null
  /** How many contents of files are written, and how many there are; null until the rows are written. */
  readonly contents: { readonly done: number; readonly total: number | null }
  /** Bytes so far, and in all once it is done. */
  readonly size: number
  /** Of the whole archive, once it is done. */
  readonly sha256: Buffer | null
  readonly failure: string | null
}

type Reading = Pick<App, 'db' | 'clock'>

/** Those of the organisation that have not expired, newest first. */
export async function listStoredExports(
  { db, clock }: Reading,
  organisationId: number,
): Promise<readonly StoredExport[]> {
  const rows = await kept(db, organisationId, clock.now()).orderBy('e.id', 'desc').execute()
  return rows.map(exportOf)
}

/** One of the organisation; not_found when there is none, or it has expired. */
export async function getStoredExport(
  { db, clock }: Reading,
  { organisationId, id }: ExportKey,
): Promise<StoredExport> {
  const row = await kept(db, organisationId, clock.now()).where('e.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return exportOf(row)
}

const kept = (db: Reader, organisationId: number, now: Date) =>
  db
    .selectFrom('organisation_exports as e')
    .innerJoin('users as u', 'u.id', 'e.created_by')
    .where('e.organisation_id', '=', organisationId)
    // the job that deletes it may be late
    .where((eb) => eb.or([eb('e.expires_at', 'is', null), eb('e.expires_at', '>', now)]))
    .selectAll('e')
    .select(['u.first_name', 'u.last_name'])

type Row = Selectable<OrganisationExportsTable> & { readonly first_name: string; readonly last_name: string }

const exportOf = (row: Row): StoredExport => ({
  organisationId: row.organisation_id,
  id: row.id,
  state: row.state as ExportState,
  createdAt: row.created_at,
  by: { id: row.created_by, name: fullName(row) },
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
  contents: { done: row.contents_done, total: row.contents_total },
  size: row.size,
  sha256: row.sha256,
  failure: row.failure,
})
