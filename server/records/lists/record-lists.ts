// Lists of records with the requested columns: those of a scope, as v1 has them, and all that the caller sees.
import { sql, type SqlBool } from 'kysely'
import { type FieldColumns, fieldColumnsFor } from '../../fields/list-columns-by-id.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Catalogue, columnOf, type ListQuery } from '../../platform/lists/list-query.ts'
import { type ListedRow, type Listing, readRow } from '../../platform/lists/list-rows.ts'
import { groupRows, type GroupRow, type GroupsAsked } from '../../platform/lists/group-rows.ts'
import { maskedCatalogue } from '../../platform/lists/masked-column.ts'
import { hasId, visibleTo } from '../access.ts'
import { membershipJoin } from '../membership-sql.ts'
import { allVisible, recordsInScope, type ScopeName } from './list-scopes.ts'
import type { Principal } from '../../platform/subject.ts'
import type { AnyKind, ListContext, RecordBase, RecordKind } from '../record-kind.ts'
import {
  countRecords,
  readRecordPage,
  readRecords,
  type RecordListing,
  type RecordPage,
} from './record-pages.ts'

/**
 * The columns that a list of this scope may show to the caller, and filter and sort by: those that all records of the
 * kind have, and of the custom fields those that are named.
 */
export async function columnsOfScope(
  kind: AnyKind,
  app: App,
  actor: Actor,
  { scope, fieldNames }: { readonly scope: ScopeName; readonly fieldNames: readonly string[] },
): Promise<FieldColumns> {
  const plain = kind.list.columns(app, actor)
  const own = { OwnerId: columnOf(plain, 'ownerId'), Restricted: columnOf(plain, 'restricted') }
  const fields = await fieldColumnsFor(app.db, actor, fieldNames, { kind: kind.kind, own })
  return { ...fields, catalogue: catalogueOfScope(kind, plain, { scope, fields: fields.catalogue }) }
}

/**
 * A catalogue for the list of restricted records, some of which the caller may see redacted only. What is not among the
 * kind's redacted columns is null there, in filters and in the order as well, so that nothing can be learned by asking.
 */
const redacted = ({ list }: AnyKind, catalogue: Catalogue): Catalogue =>
  maskedCatalogue(catalogue, { always: list.redacted, shown: sql<SqlBool>`mine.user_id is not null` })

/** A list of one scope. */
export interface ScopedList {
  readonly scope: ScopeName
  readonly query: ListQuery
  readonly columns: readonly string[]
  /** From `columnsOfScope` for the same caller and scope. */
  readonly catalogue: Catalogue
}

/** A page with the requested columns, and how many there are in all; forbidden when the scope is not for the caller. */
export async function listScope<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { scope, query, columns, catalogue }: ScopedList,
): Promise<RecordPage> {
  const listing = listingOfScope(kind, actor, { scope, catalogue })
  return readRecordPage({ db, actor }, recordsInScope(kind, db, actor, scope), listing, { query, columns })
}

/** The list of a scope with these columns. */
export const listingOfScope = (
  kind: AnyKind,
  caller: Principal,
  { scope, catalogue }: Pick<ScopedList, 'scope' | 'catalogue'>,
): RecordListing => ({
  ...rowsOf(kind),
  catalogue,
  // the join is for redacted columns alone
  ...(scope === 'Restricted' ? { join: membershipJoin(kind, caller) } : {}),
})

/** The columns of a scope that all records of the kind have, and those of custom fields. */
export function catalogueOfScope(
  kind: AnyKind,
  plain: Catalogue,
  { scope, fields = {} }: { readonly scope: ScopeName; readonly fields?: Catalogue },
): Catalogue {
  const catalogue = { ...plain, ...fields }
  return scope === 'Restricted' ? redacted(kind, catalogue) : catalogue
}

/** What a list of all records that the caller sees can show, be filtered by and be sorted by. */
export const listingOf = (
  kind: AnyKind,
  context: ListContext,
  actor: Pick<Actor, 'userId' | 'organisationType'>,
): RecordListing => ({
  catalogue: catalogueOf(kind, context, actor),
  collections: kind.list.collections,
  ...rowsOf(kind),
})

/** All columns that are shown of records of the kind. */
export const catalogueOf = (
  { list }: AnyKind,
  context: ListContext,
  actor: Pick<Actor, 'userId' | 'organisationType'>,
): Catalogue => ({ ...list.columns(context, actor), ...list.related, ...list.relatedNow?.(context) })

/** The table that lists of the kind read, and what makes their order total. */
const rowsOf = ({ table }: AnyKind) =>
  ({ table, id: { kind: 'integer', sql: sql.ref(`${table}.id`) } }) as const

/** A list of all records that the caller sees. */
export interface VisibleList {
  readonly query: ListQuery
  readonly columns: readonly string[]
  /** From `listingOf`, with more columns where they are needed. */
  readonly listing: Listing & Pick<RecordListing, 'table'>
}

/** A page of the records that the caller sees. */
export const listVisible = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { listing, ...requested }: VisibleList,
): Promise<readonly ListedRow[]> =>
  readRecords({ db, actor }, allVisible(kind, db, actor), listing, requested)

/** How many of them there are. */
export const countVisible = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { listing, query }: Omit<VisibleList, 'columns'>,
): Promise<number> => countRecords({ db, actor }, allVisible(kind, db, actor), listing, query)

/** The records that the caller sees, counted by groups. */
export const groupVisible = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { listing, ...asked }: GroupsAsked & { readonly listing: VisibleList['listing'] },
): Promise<readonly GroupRow[]> => groupRows(visibleTo(kind, db, actor), listing, asked)

/** One record with the requested columns; not_found when the caller does not see it. */
export const getRow = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  actor: Actor,
  { id, columns }: { readonly id: number; readonly columns: readonly string[] },
): Promise<ListedRow> =>
  readRow(visibleTo(kind, app.db, actor).where(hasId(kind, id)), listingOf(kind, app, actor), columns)
