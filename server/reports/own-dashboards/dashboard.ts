// Dashboards that people put together: tiles of saved and ready-made reports under a name, private or shared with the
// organisation. They hold no figures: each tile is answered by what its reader may see.
//
// tile   a report on a dashboard, as its chart, its table, or the figures over all of its groups
import type { Selectable } from 'kysely'
import type { DashboardsTable } from '../../platform/postgres/tables.ts'
import type { ReportSharing } from '../saved-report.ts'
import type { Source } from '../source.ts'

export const tileForms = ['Chart', 'Table', 'Number'] as const
export type TileForm = (typeof tileForms)[number]

export const tileWidths = ['Half', 'Full'] as const
export type TileWidth = (typeof tileWidths)[number]

export interface Tile {
  /** Null where the saved report was deleted. */
  readonly source: Source | null
  readonly shows: TileForm
  readonly width: TileWidth
}

export const mostTiles = 24

/** What its author decides. */
export interface DashboardContent {
  readonly name: string
  readonly sharedWith: ReportSharing
  readonly tiles: readonly Tile[]
}

export interface Dashboard extends DashboardContent {
  readonly organisationId: number
  readonly id: number
  readonly ownerId: string
  readonly version: number
}

/** A row and its tiles as a dashboard. */
export const dashboardOf = (row: Selectable<DashboardsTable>, tiles: readonly Tile[]): Dashboard => ({
  organisationId: row.organisation_id,
  id: row.id,
  name: row.name,
  sharedWith: row.shared_with as ReportSharing,
  ownerId: row.owner_id,
  version: row.version,
  tiles,
})
