// Making a dashboard, changing and deleting it.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkReportSharing, getDashboardToChange, reportsVisibleTo } from '../access.ts'
import { type Dashboard, type DashboardContent, dashboardOf, type Tile } from './dashboard.ts'
import { dashboardCreated, dashboardDeleted, dashboardUpdated } from './events.ts'
import { writeTiles } from './tiles.ts'

/** Makes a dashboard; forbidden when it is shared with others than the caller may. */
export function createDashboard(app: App, actor: Actor, content: DashboardContent): Promise<number> {
  return change(app, actor, async (tx, now) => {
    checkReportSharing(actor, { ...content, ownerId: actor.userId }, 'dashboards')
    await checkRoom(tx, 'ownDashboards', actor)
    await checkTiles(tx, actor, { tiles: content.tiles, kept: [] })
    const row = await tx
      .insertInto('dashboards')
      .values({
        organisation_id: actor.organisationId,
        name: content.name,
        shared_with: content.sharedWith,
        owner_id: actor.userId,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const dashboard = dashboardOf(row, content.tiles)
    await writeTiles(tx, dashboard, content.tiles)
    return { result: dashboard.id, events: dashboardCreated(dashboard) }
  })
}

interface CheckedTiles {
  readonly tiles: readonly Tile[]
  /** Those that are there already: their reports may be of somebody else. */
  readonly kept: readonly Tile[]
}

async function checkTiles(tx: Tx, actor: Actor, { tiles, kept }: CheckedTiles): Promise<void> {
  const known = new Set(kept.map(reportIn))
  const asked = tiles.map(reportIn)
  const added = [...new Set(asked.flatMap((id) => (id === null || known.has(id) ? [] : [id])))]
  if (added.length === 0) return
  const rows = await reportsVisibleTo(tx, actor)
    .where('saved_reports.id', 'in', added)
    .select('saved_reports.id')
    .execute()
  const seen = new Set(rows.map(({ id }) => id))
  const wrong = asked.findIndex((id) => id !== null && !known.has(id) && !seen.has(id))
  if (wrong >= 0) throw badInput(`tiles[${wrong}].report`, 'must be a report that you see.')
}

const reportIn = ({ source }: Tile): number | null =>
  source && 'reportId' in source ? source.reportId : null

/**
 * Changes a dashboard to what `next` makes of it; answers its new version. One that is shared no more is its changer's
 * own from then on.
 */
export function updateDashboard(
  app: App,
  actor: Actor,
  id: number,
  next: (dashboard: Dashboard) => DashboardContent,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const before = await getDashboardToChange(tx, actor, id)
    const content = next(before)
    const ownerId = content.sharedWith === 'Me' ? actor.userId : before.ownerId
    checkReportSharing(actor, { ...content, ownerId }, 'dashboards')
    await checkTiles(tx, actor, { tiles: content.tiles, kept: before.tiles })
    const version = before.version + 1
    await tx
      .updateTable('dashboards')
      .set({
        name: content.name,
        shared_with: content.sharedWith,
        owner_id: ownerId,
        version,
        updated_at: now,
      })
      .where('organisation_id', '=', before.organisationId)
      .where('id', '=', id)
      .execute()
    await writeTiles(tx, before, content.tiles)
    return { result: version, events: dashboardUpdated(before, { ...before, ...content, ownerId }) }
  })
}

/** Deletes a dashboard; `check` may refuse its version. Its reports stay. */
export function deleteDashboard(
  app: App,
  actor: Actor,
  id: number,
  check: (dashboard: Dashboard) => void,
): Promise<void> {
  return change(app, actor, async (tx) => {
    const dashboard = await getDashboardToChange(tx, actor, id)
    check(dashboard)
    await tx
      .deleteFrom('dashboards')
      .where('organisation_id', '=', dashboard.organisationId)
      .where('id', '=', id)
      .execute()
    return { result: undefined, events: dashboardDeleted(dashboard) }
  })
}
