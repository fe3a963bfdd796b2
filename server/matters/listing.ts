// Matters as rows with the columns asked for: every one that the caller sees, whatever their part in it.
import { sql } from 'kysely'
import { personColumns, teamNameColumn } from '../users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Catalogue, ListQuery } from '../platform/lists/list-query.ts'
import { type ListedRow, type Listing, readRow } from '../platform/lists/list-rows.ts'
import { countRecords, readRecords } from '../platform/record-lists.ts'
import { allSeen, type RecordSight } from '../platform/record-scopes.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { mattersOf, mattersOfMembersOnly, mattersShared, mattersVisibleTo } from './access.ts'
import { countedMatterColumns, matterCatalogue } from './catalogue.ts'
import { idsInIntake, idsOfMembership, idsSeenBy } from './narrowing.ts'
import { isShared } from './shared.ts'

const beside = {
  teamName: teamNameColumn('matters'),
  version: { kind: 'integer', nullable: false, sql: sql.ref('matters.version') },
  ...personColumns('owner', 'matters.owner_id'),
  ...personColumns('manager', 'matters.manager_id', true),
  ...personColumns('createdBy', 'matters.created_by'),
} as const satisfies Catalogue

/** The table that lists of matters read, and what makes their order total. */
export const matterRows = {
  table: 'matters',
  id: { kind: 'integer', sql: sql.ref('matters.id') },
} as const

/** The rule of who sees matters, in the forms that their lists need. */
export const matterSight = (db: Reader, actor: Actor) =>
  ({
    kind: 'matter',
    visible: mattersVisibleTo(db, actor),
    own: mattersOf(db, actor),
    ownOnly: mattersOfMembersOnly(db, actor),
    shared: mattersShared(db, actor),
    isShared: isShared(actor, 'counts'),
    ids: { own: idsOfMembership(actor), visible: idsSeenBy(actor), inIntake: idsInIntake(actor) },
    countedColumns: countedMatterColumns,
  }) satisfies RecordSight<Tables, 'matters', object>

/** What a list of all matters that the caller sees can show, be filtered by and be sorted by. */
export const matterListing = ({ config, clock }: Pick<App, 'config' | 'clock'>) =>
  ({
    catalogue: { ...matterCatalogue({ prefix: config.displayIdPrefix, now: clock.now() }), ...beside },
    ...matterRows,
  }) as const satisfies Listing

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
  /** From `matterListing`, with more columns where they are needed. */
  readonly listing: Listing & Pick<typeof matterRows, 'table'>
}

/** A page of the matters that the caller sees. */
export const listVisibleMatters = (
  { db }: App,
  actor: Actor,
  { listing, ...asked }: Asked,
): Promise<readonly ListedRow[]> =>
  readRecords({ db, actor }, allSeen(matterSight(db, actor)), listing, asked)

/** How many of them there are. */
export const countVisibleMatters = (
  { db }: App,
  actor: Actor,
  { listing, query }: Omit<Asked, 'columns'>,
): Promise<number> => countRecords({ db, actor }, allSeen(matterSight(db, actor)), listing, query)

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
