// Lists of contracts: those of a scope, and all that the caller sees. How they are read, server/records says.
import type { FieldColumns } from '../fields/list-columns-by-id.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { ListedRow } from '../platform/lists/list-rows.ts'
import type { ScopeName } from '../records/list-scopes.ts'
import {
  columnsOfScope,
  countVisible,
  getRow,
  listingOf,
  listScope,
  listVisible,
  type ScopedList,
  type VisibleList,
} from '../records/record-lists.ts'
import type { RecordListing, RecordPage } from '../records/record-pages.ts'
import { contractKind } from './contract-kind.ts'

/** Which contracts a list has: the caller's own, their teams', all they may see, or the restricted ones. */
export type ContractScope = Exclude<ScopeName, 'Intake'>

/**
 * The columns that a list of this scope may show to the caller, and filter and sort by, with the named custom fields.
 */
export const contractColumnsFor = (
  app: App,
  actor: Actor,
  scope: ContractScope,
  fieldNames: readonly string[],
): Promise<FieldColumns> => columnsOfScope(contractKind, app, actor, { scope, fieldNames })

/**
 * A page of contracts with the requested columns, and how many there are in all; forbidden when the scope is not for
 * the caller.
 */
export const listContracts = (
  app: Pick<App, 'db'>,
  actor: Actor,
  list: ScopedList & { readonly scope: ContractScope },
): Promise<RecordPage> => listScope(contractKind, app, actor, list)

/** What a list of all contracts that the caller sees can show, be filtered by and be sorted by. */
export const contractListing = (
  app: Pick<App, 'config' | 'clock'>,
  actor: Pick<Actor, 'userId'>,
): RecordListing => listingOf(contractKind, app, actor)

/** A page of the contracts that the caller sees. */
export const listVisibleContracts = (
  app: App,
  actor: Actor,
  list: VisibleList,
): Promise<readonly ListedRow[]> => listVisible(contractKind, app, actor, list)

/** How many of them there are. */
export const countVisibleContracts = (
  app: App,
  actor: Actor,
  list: Omit<VisibleList, 'columns'>,
): Promise<number> => countVisible(contractKind, app, actor, list)

/** One contract with the requested columns; not_found when the caller does not see it. */
export const getContractRow = (
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> => getRow(contractKind, app, actor, { id, columns })
