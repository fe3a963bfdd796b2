// With whom a view may be shared.
import { teamsVisibleTo } from '../../identity/users/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { badInput, forbidden } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mayChangeView, type View } from './view.ts'

/**
 * Throws 400 for a team that there is not, and forbidden for one that the caller is not in, or for the organisation.
 */
export async function checkSharing(
  tx: Tx,
  actor: Actor,
  view: Pick<View, 'sharedWith' | 'teamId' | 'ownerId'>,
): Promise<void> {
  const { sharedWith, teamId } = view
  if (sharedWith === 'Team') {
    if (teamId === null) throw badInput('team', 'is missing: the team that the view is shared with.')
    const team = await teamsVisibleTo(tx, actor)
      .where('teams.id', '=', teamId)
      .select('teams.id')
      .forKeyShare()
      .executeTakeFirst()
    if (!team) throw badInput('team', 'must be a team of your organisation.')
  }
  if (mayChangeView(actor, view)) return
  throw forbidden(
    sharedWith === 'Team'
      ? 'Only members of a team may share views with it.'
      : 'Only an administrator may share views with the whole organisation.',
  )
}
