// Contracts as rows with the columns asked for: every one that the caller sees, whatever their part in it.
import { sql } from 'kysely'
import { personColumns, teamNameColumn } from '../users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Catalogue, Column, ListQuery } from '../platform/lists/list-query.ts'
import { type ListedRow, type Listing, readRow } from '../platform/lists/list-rows.ts'
import { countRecords, readRecords } from '../platform/record-lists.ts'
import { allSeen, type RecordSight } from '../platform/record-scopes.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { contractsOf, contractsOfMembersOnly, contractsShared, contractsVisibleTo } from './access.ts'
import { contractCatalogue, countedContractColumns } from './catalogue.ts'
import { idsOfMembership, idsSeenBy } from './narrowing.ts'
import { isShared } from './shared.ts'

const document = (column: string, kind: Column['kind']): Column => ({
  kind,
  nullable: true,
  sql: sql`(select f.${sql.ref(column)} from files f
    where f.organisation_id = contracts.organisation_id and f.contract_id = contracts.id
      and f.kind = 'ContractDocument' and f.deleted_at is null)`,
})

const beside = {
  documentName: document('name', 'text'),
  documentVersion: document('version', 'integer'),
  teamName: teamNameColumn('contracts'),
  version: { kind: 'integer', nullable: false, sql: sql.ref('contracts.version') },
  ...personColumns('owner', 'contracts.owner_id'),
  ...personColumns('createdBy', 'contracts.created_by'),
} as const satisfies Catalogue

/** The table that lists of contracts read, and what makes their order total. */
export const contractRows = {
  table: 'contracts',
  id: { kind: 'integer', sql: sql.ref('contracts.id') },
} as const

/** The rule of who sees contracts, in the forms that their lists need. */
export const contractSight = (db: Reader, actor: Actor) =>
  ({
    kind: 'contract',
    visible: contractsVisibleTo(db, actor),
    own: contractsOf(db, actor),
    ownOnly: contractsOfMembersOnly(db, actor),
    shared: contractsShared(db, actor),
    isShared: isShared(actor, 'counts'),
    ids: { own: idsOfMembership(actor), visible: idsSeenBy(actor) },
    countedColumns: countedContractColumns,
  }) satisfies RecordSight<Tables, 'contracts', object>

/** What a list of all contracts that the caller sees can show, be filtered by and be sorted by. */
export const contractListing = ({ config }: Pick<App, 'config'>, actor: Pick<Actor, 'userId'>) =>
  ({
    catalogue: { ...contractCatalogue(config.displayIdPrefix, actor), ...beside },
    ...contractRows,
  }) as const satisfies Listing

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
  /** From `contractListing`, with more columns where they are needed. */
  readonly listing: Listing & Pick<typeof contractRows, 'table'>
}

/** A page of the contracts that the caller sees. */
export const listVisibleContracts = (
  { db }: App,
  actor: Actor,
  { listing, ...asked }: Asked,
): Promise<readonly ListedRow[]> =>
  readRecords({ db, actor }, allSeen(contractSight(db, actor)), listing, asked)

/** How many of them there are. */
export const countVisibleContracts = (
  { db }: App,
  actor: Actor,
  { listing, query }: Omit<Asked, 'columns'>,
): Promise<number> => countRecords({ db, actor }, allSeen(contractSight(db, actor)), listing, query)

/** One contract with the columns asked for; not_found when the caller does not see it. */
export async function getContractRow(
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> {
  const base = contractsVisibleTo(app.db, actor).where('contracts.id', '=', id)
  return readRow(base, contractListing(app, actor), columns)
}
