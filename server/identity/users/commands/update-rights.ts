// Updating what a person may do: role, permissions, groups.
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { forbidden } from '../../../platform/errors.ts'
import { type Account, getAccountToChange } from '../access.ts'
import { checkAdministratorRemains } from '../administrators.ts'
import { personEvent } from '../events.ts'
import { keepingSight } from '../sole-records.ts'
import { defaultPermissions } from '../user.ts'

/** What to update: an absent property is kept, except that permissions follow a new role if they are not given. */
export interface RightsChanges {
  readonly role?: Role
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
}

type Rights = Pick<Account, 'role' | 'permissions' | 'groups'>

/**
 * Applies the changes; does nothing if there is no difference. For administrators of the person's organisation and the
 * operator. Nobody can grant rights to themselves, only give some up. Throws forbidden for that, and conflict if the
 * organisation would be left without an administrator, or a record without anybody who may open it.
 */
export function updateRights(
  app: App,
  actor: Actor | SystemActor,
  userId: string,
  changes: RightsChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const account = await getAccountToChange(tx, actor, userId)
    const after = rightsAfter(account, changes)
    const changed = differencesOf(flat(account), flat(after), ['role', 'permissions', 'groups'])
    if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
    if (actor.userId === userId) checkGrantsNothing(account, after)
    if (after.role !== 'Administrator') await checkAdministratorRemains(tx, account)
    const write = () =>
      tx
        .updateTable('users')
        .set({
          role: after.role,
          permissions: [...after.permissions],
          groups: [...after.groups],
          updated_at: now,
        })
        .where('id', '=', userId)
        .execute()
    await keepingSight(app, tx, account, write)
    return { result: undefined, events: [personEvent('user.rights.updated', account, { changed })] }
  })
}

function rightsAfter(before: Rights, { role = before.role, permissions, groups }: RightsChanges): Rights {
  const following = role === before.role ? before.permissions : defaultPermissions[role]
  return {
    role,
    permissions: [...new Set(permissions ?? following)].sort(),
    groups: [...new Set(groups ?? before.groups)].sort(),
  }
}

// lists as single strings, so that their order does not matter
const flat = ({ role, permissions, groups }: Rights) => ({
  role,
  permissions: [...permissions].sort().join(' '),
  groups: [...groups].sort().join(' '),
})

function checkGrantsNothing(before: Rights, after: Rights): void {
  const isSubset = <Word>(some: readonly Word[], all: readonly Word[]) =>
    some.every((each) => all.includes(each))
  // only administrators get here, and their role includes all others
  if (isSubset(after.permissions, before.permissions) && isSubset(after.groups, before.groups)) return
  throw forbidden('You cannot grant rights to yourself. Another administrator can.')
}
