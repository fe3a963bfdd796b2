// Updating a team and its members, and deleting it.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import type { VersionChecked } from '../../../platform/version-checked.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { notFound } from '../../../platform/errors.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { nameFor } from '../../organisations/organisation.ts'
import { teamEvent } from '../events.ts'
import { keepingSight, keepingSightOfTeams } from '../sole-records.ts'
import {
  addTeamMembers,
  checkGivesNothing,
  checkTeamMembers,
  checkTeamUnused,
  getTeamToChange,
  teamNameTaken,
  type TeamName,
} from '../write-teams.ts'

/** What to update: an absent property is kept, null clears it. */
export interface TeamChanges {
  readonly name?: string
  readonly description?: string | null
  /** If false, what is already assigned to the team stays assigned. */
  readonly allowAssignment?: boolean
}

type By = Actor | SystemActor

/**
 * Applies the changes; does nothing if there is no difference. For administrators. Throws conflict if another team has
 * the name.
 */
export async function updateTeam(
  app: App,
  actor: By,
  team: TeamName & VersionChecked,
  changes: TeamChanges,
): Promise<void> {
  const name = changes.name === undefined ? undefined : nameFor('A team', changes.name)
  return mapUniqueViolation(teamNameTaken(name ?? ''), () =>
    change(app, actor, async (tx, now) => {
      const before = await getTeamToChange(tx, actor, team)
      team.checkVersion?.(before.version)
      const after = { ...before, ...changes, name: name ?? before.name }
      const changed = differencesOf(before, after, ['name', 'description', 'allowAssignment'])
      if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
      await teamRow(tx, team)
        .set(({ eb }) => ({
          name: after.name,
          description: after.description,
          allow_assignment: after.allowAssignment,
          version: eb('version', '+', 1),
          updated_at: now,
          updated_by: actor.userId,
        }))
        .execute()
      return { result: undefined, events: [teamEvent('team.updated', team, { changed })] }
    }),
  )
}

/**
 * Deletes the team; closed records keep showing it. For administrators. Throws conflict while open records are assigned
 * to it, a type of matters or contracts assigns to it, or nobody could open a closed record without it.
 */
export function deleteTeam(app: App, actor: By, team: TeamName): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { name } = await getTeamToChange(tx, actor, team)
    await checkTeamUnused(tx, team)
    await keepingSightOfTeams(app, tx, { organisationId: team.organisationId, ids: [team.id] }, () =>
      teamRow(tx, team).set({ deleted_at: now, updated_at: now, updated_by: actor.userId }).execute(),
    )
    return { result: undefined, events: [teamEvent('team.deleted', team, { name })] }
  })
}

/**
 * Adds a person to the team; does nothing if they are a member. For administrators. Throws bad_request for somebody of
 * another organisation, and forbidden for oneself where the team sees records or decides.
 */
export function addTeamMember(app: App, actor: By, team: TeamName, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await addTeamMemberWithin(tx, { actor, now }, team, userId),
  }))
}

/** The same inside a larger change, which stores the returned events. */
export async function addTeamMemberWithin(
  tx: Tx,
  { actor, now }: { readonly actor: By; readonly now: Date },
  team: TeamName,
  userId: string,
): Promise<readonly DomainEvent[]> {
  await getTeamToChange(tx, actor, team)
  await checkTeamMembers(tx, team.organisationId, [userId])
  const added = await addTeamMembers(tx, team, [userId])
  if (added.length === 0) return []
  if (userId === actor.userId) await checkGivesNothing(tx, team)
  await teamRow(tx, team).set({ updated_at: now, updated_by: actor.userId }).execute()
  return [teamEvent('team.member.added', team, { userId })]
}

/**
 * Removes a person from the team: they no longer see records through it. For administrators; not_found if they are not
 * a member, conflict if nobody else could open a record.
 */
export function removeTeamMember(app: App, actor: By, team: TeamName, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getTeamToChange(tx, actor, team)
    const { organisationId } = team
    const { numDeletedRows } = await keepingSight(app, tx, { organisationId, userId }, () =>
      tx
        .deleteFrom('team_members')
        .where('organisation_id', '=', organisationId)
        .where('team_id', '=', team.id)
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    )
    if (numDeletedRows === 0n) throw notFound()
    await teamRow(tx, team).set({ updated_at: now, updated_by: actor.userId }).execute()
    return { result: undefined, events: [teamEvent('team.member.removed', team, { userId })] }
  })
}

const teamRow = (tx: Tx, { organisationId, id }: TeamName) =>
  tx.updateTable('teams').where('organisation_id', '=', organisationId).where('id', '=', id)
