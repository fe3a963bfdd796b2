// Changes a team and who is in it, or takes it away.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { differencesOf } from '../../platform/differences.ts'
import { notFound } from '../../platform/errors.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-names.ts'
import { nameFor } from '../../organisations/organisation.ts'
import { teamEvent } from '../events.ts'
import {
  addTeamMembers,
  checkTeamMembers,
  checkTeamUnused,
  getTeamToChange,
  takenTeam,
  type TeamName,
} from '../teams.ts'

/** What is to change: an absent property stays as it is, null clears. */
export interface TeamChanges {
  readonly name?: string
  readonly description?: string | null
  /** What is assigned to the team stays so when it is taken away. */
  readonly allowAssignment?: boolean
}

type By = Actor | SystemActor

/** Applies the changes; nothing happens when they change nothing. For administrators. Throws conflict when another team has the name. */
export async function updateTeam(app: App, actor: By, team: TeamName, changes: TeamChanges): Promise<void> {
  const name = changes.name === undefined ? undefined : nameFor('A team', changes.name)
  return mapUniqueViolation(takenTeam(name ?? ''), () =>
    change(app, actor, async (tx, now) => {
      const before = await getTeamToChange(tx, actor, team)
      const after = { ...before, ...changes, name: name ?? before.name }
      const changed = differencesOf(before, after, ['name', 'description', 'allowAssignment'])
      if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
      await teamRow(tx, team)
        .set({
          name: after.name,
          description: after.description,
          allow_assignment: after.allowAssignment,
          updated_at: now,
          updated_by: actor.userId,
        })
        .execute()
      return { result: undefined, events: [teamEvent('team.updated', team, { changed })] }
    }),
  )
}

/**
 * Takes the team away; what is closed keeps showing it. For administrators. Throws conflict while anything that goes on is assigned to
 * it, or a type of matters or contracts goes to it.
 */
export function deleteTeam(app: App, actor: By, team: TeamName): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { name } = await getTeamToChange(tx, actor, team)
    await checkTeamUnused(tx, team)
    await teamRow(tx, team).set({ deleted_at: now, updated_at: now, updated_by: actor.userId }).execute()
    return { result: undefined, events: [teamEvent('team.deleted', team, { name })] }
  })
}

/** Puts a person into the team; nothing happens when they are in it. For administrators. 400 for somebody who is not of the organisation. */
export function addTeamMember(app: App, actor: By, team: TeamName, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getTeamToChange(tx, actor, team)
    await checkTeamMembers(tx, team.organisationId, [userId])
    const added = await addTeamMembers(tx, team, [userId])
    if (added.length === 0) return { result: undefined, events: [] }
    await teamRow(tx, team).set({ updated_at: now, updated_by: actor.userId }).execute()
    return { result: undefined, events: [teamEvent('team.member.added', team, { userId })] }
  })
}

/** Takes a person out of the team: they see through it no more. For administrators; not_found when they are not in it. */
export function removeTeamMember(app: App, actor: By, team: TeamName, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getTeamToChange(tx, actor, team)
    const { numDeletedRows } = await tx
      .deleteFrom('team_members')
      .where('organisation_id', '=', team.organisationId)
      .where('team_id', '=', team.id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await teamRow(tx, team).set({ updated_at: now, updated_by: actor.userId }).execute()
    return { result: undefined, events: [teamEvent('team.member.removed', team, { userId })] }
  })
}

const teamRow = (tx: Tx, { organisationId, id }: TeamName) =>
  tx.updateTable('teams').where('organisation_id', '=', organisationId).where('id', '=', id)
