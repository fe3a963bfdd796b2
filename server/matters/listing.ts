// Matters as rows with the columns asked for: every one that the caller sees, whatever their part in it.
import { sql } from 'kysely'
import { personColumns, teamNameColumn } from '../users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Catalogue, ListQuery } from '../platform/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../platform/list-rows.ts'
import { mattersVisibleTo } from './access.ts'
import { matterCatalogue } from './catalogue.ts'

const beside = {
  teamName: teamNameColumn('matters'),
  version: { kind: 'integer', nullable: false, sql: sql.ref('matters.version') },
  ...personColumns('owner', 'matters.owner_id'),
  ...personColumns('manager', 'matters.manager_id', true),
  ...personColumns('createdBy', 'matters.created_by'),
} as const satisfies Catalogue

/** What a list of all matters that the caller sees can show, be filtered by and be sorted by. */
export const matterListing = ({ config, clock }: Pick<App, 'config' | 'clock'>) =>
  ({
    catalogue: { ...matterCatalogue({ prefix: config.displayIdPrefix, now: clock.now() }), ...beside },
    id: { kind: 'integer', sql: sql.ref('matters.id') },
  }) as const satisfies Listing

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
  /** From `matterListing`, with more columns where they are needed. */
  readonly listing: Listing
}

/** A page of the matters that the caller sees. */
export const listVisibleMatters = (
  { db }: App,
  actor: Actor,
  { listing, ...asked }: Asked,
): Promise<readonly ListedRow[]> => readRows(mattersVisibleTo(db, actor), listing, asked)

/** How many of them there are. */
export const countVisibleMatters = (
  { db }: App,
  actor: Actor,
  { listing, query }: Omit<Asked, 'columns'>,
): Promise<number> => countRows(mattersVisibleTo(db, actor), listing, query)

/** One matter with the columns asked for; not_found when the caller does not see it. */
export async function getMatterRow(
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> {
  const base = mattersVisibleTo(app.db, actor).where('matters.id', '=', id)
  return readRow(base, matterListing(app), columns)
}
