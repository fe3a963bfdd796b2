// Creating a team of people of one organisation.
import { getOrganisationToChange } from '../../organisations/access.ts'
import { nameFor } from '../../organisations/organisation.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { checkRoom } from '../../organisations/limits/check-room.ts'
import { change, type DomainEvent, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { teamEvent } from '../events.ts'
import { addTeamMembers, checkTeamMembers, teamNameTaken } from '../write-teams.ts'

export interface NewTeam {
  readonly organisationId: number
  readonly name: string
  readonly description?: string | null
  /** Whether matters and contracts can be assigned to it; default: true. */
  readonly allowAssignment?: boolean
  /** People of the same organisation. */
  readonly memberIds: readonly string[]
}

/**
 * Creates the team and returns its id. For administrators of the organisation. Throws conflict if it already has one
 * with that name, and bad_request for members who are not its people.
 */
export async function createTeam(app: App, actor: Actor | SystemActor, team: NewTeam): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { id, events } = await createTeamWithin(tx, actor, team, now)
    return { result: id, events }
  })
}

/** The same inside a larger change, which stores the returned events. */
export async function createTeamWithin(
  tx: Tx,
  actor: Actor | SystemActor,
  team: NewTeam,
  now: Date,
): Promise<{ readonly id: number; readonly events: readonly DomainEvent[] }> {
  const { organisationId, description = null, allowAssignment = true } = team
  const name = nameFor('A team', team.name)
  const memberIds = [...new Set(team.memberIds)]
  await getOrganisationToChange(tx, actor, organisationId)
  await checkTeamMembers(tx, organisationId, memberIds)
  await checkRoom(tx, 'teams', { organisationId })
  const { id } = await mapUniqueViolation(teamNameTaken(name), () =>
    tx
      .insertInto('teams')
      .values({
        organisation_id: organisationId,
        name,
        description,
        allow_assignment: allowAssignment,
        created_at: now,
        updated_at: now,
        created_by: actor.userId,
        updated_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await addTeamMembers(tx, { organisationId, id }, memberIds)
  return { id, events: [teamEvent('team.created', { organisationId, id }, { name, memberIds })] }
}
