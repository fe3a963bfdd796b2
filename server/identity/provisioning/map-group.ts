// Saying what membership in a group of the identity provider gives.
import type { Actor, Group, Role } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, notFound, sentence } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../organisations/access.ts'
import { teamsVisibleTo } from '../users/access.ts'
import { givenByCustomRole } from '../users/roles/custom-role.ts'
import { giveWhatGroupsGive } from './given-rights.ts'
import { type GroupRow, groupsOf } from './groups.ts'

/** What membership in a group gives: an absent property is kept. Of the two roles, one replaces the other. */
export interface GroupMapping {
  readonly role?: Role | null
  readonly customRoleId?: number | null
  readonly grants?: readonly Group[]
  readonly teamId?: number | null
}

/** Says what membership in a group gives, and gives it to its members. For administrators. Throws not_found. */
export function mapGroup(app: App, actor: Actor, id: number, mapping: GroupMapping): Promise<void> {
  const { organisationId } = actor
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await groupsOf(tx, organisationId, true).where('id', '=', id).executeTakeFirst()
    if (!before) throw notFound()
    if (mapping.teamId !== undefined && mapping.teamId !== null) {
      const team = teamsVisibleTo(tx, actor).where('teams.id', '=', mapping.teamId).select('teams.id')
      if (!(await team.executeTakeFirst()))
        throw badInput('team', sentence('There is no such team in your organisation.'))
    }
    const members = before.members.map((member) => member.id)
    const { role, customRoleId } = await rolesAfter(tx, organisationId, { before, mapping })
    const teamId = mapping.teamId === undefined ? before.team_id : mapping.teamId
    const grants = [...new Set(mapping.grants ?? before.grants)].sort()
    const whole = { organisationId, actor, now }
    await tx
      .updateTable('scim_groups')
      .set({ role, custom_role_id: customRoleId, grants, team_id: teamId, updated_at: now })
      .set({ mapped_by: actor.userId })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const events = await giveWhatGroupsGive(tx, whole, members, {
      teamIds: before.team_id === null ? [] : [before.team_id],
      grants: before.grants as Group[],
    })
    return {
      result: undefined,
      events: [
        {
          name: 'provisioned-group.mapped',
          organisationId,
          resource: { kind: 'organisation', id: organisationId },
          subject: null,
          facts: { id, name: before.name, role, customRoleId, grants, teamId },
        },
        ...events,
      ],
    }
  })
}

interface Mapped {
  readonly before: GroupRow
  readonly mapping: GroupMapping
}

async function rolesAfter(tx: Tx, organisationId: number, { before, mapping }: Mapped) {
  const { role, customRoleId } = mapping
  if (role && customRoleId) throw badInput('customRole', 'stands instead of a role: send one of them.')
  if (customRoleId) {
    await givenByCustomRole(tx, { organisationId, id: customRoleId })
    return { role: null, customRoleId }
  }
  if (role) return { role, customRoleId: null }
  return {
    role: role === undefined ? (before.role as Role | null) : role,
    customRoleId: customRoleId === undefined ? before.custom_role_id : customRoleId,
  }
}
