// Changing a role of the organisation's own: with what it gives, everybody who has it follows at once.
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import type { VersionChecked } from '../../../platform/version-checked.ts'
import {
  type CustomRole,
  customRoleEvent,
  type CustomRoleName,
  getCustomRoleToChange,
  roleNameTaken,
} from './custom-role.ts'
import { giveToPeopleWith } from './people-with-role.ts'

/** What to update: an absent property is kept; permissions and groups are replaced as a whole. */
export interface CustomRoleChanges {
  readonly name?: string
  readonly description?: string | null
  readonly role?: Role
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
}

/**
 * Applies the changes; does nothing if there is no difference. For administrators, who cannot grant rights to
 * themselves by it: forbidden. Throws conflict if another role has the name, if no administrator would be left, or if
 * nobody could open a record.
 */
export async function updateCustomRole(
  app: App,
  actor: Actor | SystemActor,
  name: CustomRoleName & VersionChecked,
  changes: CustomRoleChanges,
): Promise<void> {
  return mapUniqueViolation(roleNameTaken(changes.name ?? ''), () =>
    change(app, actor, async (tx, now) => {
      const before = await getCustomRoleToChange(tx, actor, name)
      name.checkVersion?.(before.version)
      const after = { ...before, ...changes }
      const changed = differencesOf(flat(before), flat(after), [
        'name',
        'description',
        'role',
        'permissions',
        'groups',
      ])
      if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
      const [permissions, groups] = [
        [...new Set(after.permissions)].sort(),
        [...new Set(after.groups)].sort(),
      ]
      await tx
        .updateTable('custom_roles')
        .set(({ eb }) => ({
          name: after.name,
          description: after.description,
          base_role: after.role,
          permissions,
          groups,
          version: eb('version', '+', 1),
          updated_at: now,
          updated_by: actor.userId,
        }))
        .where('organisation_id', '=', name.organisationId)
        .where('id', '=', name.id)
        .execute()
      const given = { role: after.role, customRoleId: name.id, permissions, groups }
      const people = await giveToPeopleWith({ app, tx }, name, given, { actor, now })
      return {
        result: undefined,
        events: [customRoleEvent('customRole.updated', name, { changed, name: after.name }), ...people],
      }
    }),
  )
}

const flat = ({ name, description, role, permissions, groups }: CustomRole) => ({
  name,
  description,
  role,
  permissions: [...new Set(permissions)].sort().join(' '),
  groups: [...new Set(groups)].sort().join(' '),
})
