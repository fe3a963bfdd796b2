// Lists of matters: those of a scope, and all that the caller sees. How they are read, server/records says.
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
import { matterKind } from './matter-kind.ts'

/**
 * Which matters a list has: the caller's own, their teams', all they may see, those in intake, or the restricted ones.
 */
export type MatterScope = ScopeName

/**
 * The columns that a list of this scope may show to the caller, and filter and sort by, with the named custom fields.
 */
export const matterColumnsFor = (
  app: App,
  actor: Actor,
  scope: MatterScope,
  fieldNames: readonly string[],
): Promise<FieldColumns> => columnsOfScope(matterKind, app, actor, { scope, fieldNames })

/**
 * A page of matters with the requested columns, and how many there are in all; forbidden when the scope is not for the
 * caller.
 */
export const listMatters = (app: Pick<App, 'db'>, actor: Actor, list: ScopedList): Promise<RecordPage> =>
  listScope(matterKind, app, actor, list)

/** What a list of all matters that the caller sees can show, be filtered by and be sorted by. */
export const matterListing = (app: Pick<App, 'config' | 'clock'>): RecordListing =>
  // its columns are the same for everybody
  listingOf(matterKind, app, { userId: '' })

/** A page of the matters that the caller sees. */
export const listVisibleMatters = (
  app: App,
  actor: Actor,
  list: VisibleList,
): Promise<readonly ListedRow[]> => listVisible(matterKind, app, actor, list)

/** How many of them there are. */
export const countVisibleMatters = (
  app: App,
  actor: Actor,
  list: Omit<VisibleList, 'columns'>,
): Promise<number> => countVisible(matterKind, app, actor, list)

/** One matter with the requested columns; not_found when the caller does not see it. */
export const getMatterRow = (
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> => getRow(matterKind, app, actor, { id, columns })
