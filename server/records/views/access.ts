// Who sees and changes saved views. Each finds only what its user sees, so a shared view shows nothing that somebody
// may not see.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { mayChangeView, type View, viewColumns, viewOf } from './view.ts'

/** The caller's own views, those of their teams, and those of their organisation. */
export const viewsVisibleTo = (db: Reader, { organisationId, userId, teamIds }: Actor) =>
  db
    .selectFrom('saved_views')
    .where('saved_views.organisation_id', '=', organisationId)
    .where(
      sql<SqlBool>`(saved_views.owner_id = ${userId} and saved_views.shared_with = 'Me'
        or saved_views.shared_with = 'Team' and saved_views.team_id = any(${[...teamIds]}::bigint[])
        or saved_views.shared_with = 'Organization')`,
    )

/** The view, locked to be changed; forbidden for those who may only use it. */
export async function getViewToChange(tx: Tx, actor: Actor, id: number): Promise<View & MayChange> {
  const row = await viewsVisibleTo(tx, actor)
    .where('saved_views.id', '=', id)
    .select([...viewColumns])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const view = viewOf(row)
  if (!mayChangeView(actor, view)) {
    throw forbidden('You can use this view but not change it. An administrator of the organisation can.')
  }
  return view as View & MayChange
}
