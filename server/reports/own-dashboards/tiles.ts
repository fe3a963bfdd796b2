// The tiles of a dashboard as rows.
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { type Dashboard, type Tile, type TileForm, type TileWidth } from './dashboard.ts'

/** The tiles in their order. */
export async function readTiles(
  db: Reader,
  organisationId: number,
  dashboardId: number,
): Promise<readonly Tile[]> {
  const rows = await db
    .selectFrom('dashboard_tiles')
    .where('organisation_id', '=', organisationId)
    .where('dashboard_id', '=', dashboardId)
    .selectAll()
    .orderBy('place')
    .execute()
  return rows.map(({ report_id: reportId, ready, shows, width }) => ({
    source: reportId !== null ? { reportId } : ready !== null ? { ready } : null,
    shows: shows as TileForm,
    width: width as TileWidth,
  }))
}

/** Writes these tiles in place of those that are there. */
export async function writeTiles(
  tx: Tx,
  { organisationId, id }: Pick<Dashboard, 'organisationId' | 'id'>,
  tiles: readonly Tile[],
): Promise<void> {
  await tx
    .deleteFrom('dashboard_tiles')
    .where('organisation_id', '=', organisationId)
    .where('dashboard_id', '=', id)
    .execute()
  if (tiles.length === 0) return
  const rows = tiles.map(({ source, shows, width }, index) => ({
    organisation_id: organisationId,
    dashboard_id: id,
    place: index + 1,
    report_id: source && 'reportId' in source ? source.reportId : null,
    ready: source && 'ready' in source ? source.ready : null,
    shows,
    width,
  }))
  await tx.insertInto('dashboard_tiles').values(rows).execute()
}

/** Leaves the tiles of a report that is about to be deleted empty, so that they say it. */
export const emptyTilesOf = (
  tx: Tx,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
) =>
  tx
    .updateTable('dashboard_tiles')
    .set({ report_id: null })
    .where('organisation_id', '=', organisationId)
    .where('report_id', '=', id)
    .execute()
