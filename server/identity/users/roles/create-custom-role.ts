// Creating a role of the organisation's own.
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { getOrganisationToChange } from '../../organisations/access.ts'
import { checkRoom } from '../../organisations/limits/check-room.ts'
import { defaultPermissions } from '../user.ts'
import { customRoleEvent, roleNameTaken } from './custom-role.ts'

export interface NewCustomRole {
  readonly organisationId: number
  readonly name: string
  readonly description?: string | null
  readonly role: Role
  /** Default: those of the base role. */
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
}

/** Creates the role and returns its id. For administrators. Throws conflict if another one has the name. */
export async function createCustomRole(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, name, description = null, role, ...given }: NewCustomRole,
): Promise<number> {
  const permissions = [...new Set(given.permissions ?? defaultPermissions[role])].sort()
  const groups = [...new Set(given.groups ?? [])].sort()
  return mapUniqueViolation(roleNameTaken(name), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      await checkRoom(tx, 'customRoles', { organisationId })
      const { id } = await tx
        .insertInto('custom_roles')
        .values({
          organisation_id: organisationId,
          name,
          description,
          base_role: role,
          permissions,
          groups,
          created_at: now,
          updated_at: now,
          created_by: actor.userId,
          updated_by: actor.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const facts = { name, role, permissions, groups }
      return { result: id, events: [customRoleEvent('customRole.created', { organisationId, id }, facts)] }
    }),
  )
}
