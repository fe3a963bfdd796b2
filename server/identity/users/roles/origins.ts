// Where what a person may do comes from: their role, one of the organisation's own, groups of the identity provider, or
// an administrator who gave it to them alone.
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import { getRights, type Rights } from '../rights.ts'
import { defaultPermissions } from '../user.ts'
import { findCustomRole } from './custom-role.ts'
import { groupsOfPeople } from './groups-of-people.ts'

export const originKinds = ['Role', 'CustomRole', 'IdentityProvider', 'Person'] as const

export interface Origin {
  /** The role itself, or a permission or group. */
  readonly right: 'Role' | Permission | Group
  readonly from: (typeof originKinds)[number]
  /** Of the custom role, or of the group of the identity provider. */
  readonly name: string | null
}

/** The rights of a person, with where each comes from. Throws as `getRights`. */
export async function getRightsWithOrigins(
  app: App,
  actor: Actor,
  userId: string,
): Promise<Rights & { readonly origins: readonly Origin[] }> {
  const rights = await getRights(app, actor, userId)
  const { organisationId } = actor
  const given = await readGivingGroups(app.db, organisationId, userId)
  const custom =
    rights.customRole && (await findCustomRole(app.db, { organisationId, id: rights.customRole.id }))
  const byRole = custom
    ? ({ from: 'CustomRole', name: custom.name } as const)
    : ({ from: 'Role', name: null } as const)
  const byPerson = { from: 'Person', name: null } as const
  const roleOrigins = given
    .filter(({ role, customRoleId }) => (custom ? customRoleId === custom.id : role === rights.role))
    .map(({ name }) => ({ right: 'Role', from: 'IdentityProvider', name }) as const)
  const permissionOrigins = rights.permissions.map((right) => ({
    right,
    ...(custom || defaultPermissions[rights.role].includes(right) ? byRole : byPerson),
  }))
  const groupOrigins = rights.groups.flatMap((right): readonly Origin[] => {
    const ways = [
      ...(custom?.groups.includes(right) ? [byRole] : []),
      ...given
        .filter(({ grants }) => grants.includes(right))
        .map(({ name }) => ({ from: 'IdentityProvider', name }) as const),
    ]
    return (ways.length === 0 ? [byPerson] : ways).map((way) => ({ right, ...way }))
  })
  return {
    ...rights,
    origins: [
      { right: 'Role', ...(custom ? byRole : byPerson) },
      ...roleOrigins,
      ...permissionOrigins,
      ...groupOrigins,
    ],
  }
}

interface GivingGroup {
  readonly name: string
  readonly role: Role | null
  readonly customRoleId: number | null
  readonly grants: readonly Group[]
}

async function readGivingGroups(
  db: Reader,
  organisationId: number,
  userId: string,
): Promise<readonly GivingGroup[]> {
  const rows = await groupsOfPeople(db, organisationId)
    .where('scim_group_members.user_id', '=', userId)
    .select(['scim_groups.name', 'scim_groups.role', 'scim_groups.custom_role_id', 'scim_groups.grants'])
    .orderBy('scim_groups.name')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    role: row.role as Role | null,
    customRoleId: row.custom_role_id,
    grants: row.grants as Group[],
  }))
}
