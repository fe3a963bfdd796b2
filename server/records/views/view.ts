// Saved views: terms, and the rules that depend on nothing else.
//
// view     a list with a filter, an order and columns, kept under a name
// filter   kept as it was written: what it finds depends on who uses the view, and when
// shared   with nobody (Me), with a team, or with the organisation
import type { Selectable } from 'kysely'
import { type Actor, administers } from '../../platform/actor.ts'
import type { SavedViewsTable } from '../../platform/postgres/tables.ts'

export const sharings = ['Me', 'Team', 'Organization'] as const
export type Sharing = (typeof sharings)[number]

export const layouts = ['Table', 'Board', 'Calendar'] as const
export type Layout = (typeof layouts)[number]

export interface ViewColumn {
  readonly property: string
  /** In pixels. */
  readonly width: number | null
}

/** What its author decides. */
export interface ViewContent {
  readonly list: string
  readonly name: string
  readonly filter: string | null
  readonly orderBy: string | null
  readonly columns: readonly ViewColumn[]
  readonly groupBy: string | null
  readonly layout: Layout
  readonly sharedWith: Sharing
  /** The team that it is shared with; null for any other sharing. */
  readonly teamId: number | null
}

export interface View extends ViewContent {
  readonly organisationId: number
  readonly id: number
  readonly ownerId: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const viewColumns = [
  'saved_views.organisation_id',
  'saved_views.id',
  'saved_views.list',
  'saved_views.name',
  'saved_views.filter',
  'saved_views.order_by',
  'saved_views.columns',
  'saved_views.group_by',
  'saved_views.layout',
  'saved_views.shared_with',
  'saved_views.team_id',
  'saved_views.owner_id',
  'saved_views.version',
  'saved_views.created_at',
  'saved_views.updated_at',
] as const

/** A row as a view. */
export const viewOf = (row: Selectable<SavedViewsTable>): View => ({
  organisationId: row.organisation_id,
  id: row.id,
  list: row.list,
  name: row.name,
  filter: row.filter,
  orderBy: row.order_by,
  columns: row.columns as unknown as readonly ViewColumn[],
  groupBy: row.group_by,
  layout: row.layout as Layout,
  sharedWith: row.shared_with as Sharing,
  teamId: row.team_id,
  ownerId: row.owner_id,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Whether somebody may change a view, or share one so: the owner, the team, the administrators of the organisation. */
export function mayChangeView(
  actor: Pick<Actor, 'userId' | 'role' | 'teamIds'>,
  { sharedWith, teamId, ownerId }: Pick<View, 'sharedWith' | 'teamId' | 'ownerId'>,
): boolean {
  switch (sharedWith) {
    case 'Me':
      return ownerId === actor.userId
    case 'Team':
      return teamId !== null && actor.teamIds.includes(teamId)
    case 'Organization':
      return administers(actor)
  }
}
