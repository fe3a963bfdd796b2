// Changes what a person may do: role, permissions, groups.
import type { Actor, Group, Permission, Role } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { differencesOf } from '../../platform/differences.ts'
import { forbidden } from '../../platform/errors.ts'
import { type Account, getAccountToChange } from '../access.ts'
import { checkAdministratorRemains } from '../administrators.ts'
import { personEvent } from '../events.ts'
import { defaultPermissions } from '../user.ts'

/** What is to change: an absent property stays as it is, but that permissions follow a new role when they are not given. */
export interface RightsChanges {
  readonly role?: Role
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
}

type Rights = Pick<Account, 'role' | 'permissions' | 'groups'>

/**
 * Applies the changes; nothing happens when they change nothing. For administrators of the person's organisation and the operator.
 * Nobody gives themselves anything: of one's own rights one may only lay some down. Throws forbidden for that, conflict when the
 * last administrator would be none any more.
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
    if (actor.userId === userId) checkNothingGained(account, after)
    if (after.role !== 'Administrator') await checkAdministratorRemains(tx, account)
    await tx
      .updateTable('users')
      .set({
        role: after.role,
        permissions: [...after.permissions],
        groups: [...after.groups],
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute()
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

// lists as one word each, so that their order makes no difference
const flat = ({ role, permissions, groups }: Rights) => ({
  role,
  permissions: [...permissions].sort().join(' '),
  groups: [...groups].sort().join(' '),
})

function checkNothingGained(before: Rights, after: Rights): void {
  const isSubset = <Word>(some: readonly Word[], all: readonly Word[]) =>
    some.every((each) => all.includes(each))
  // only administrators come here, and theirs is the role that every other one is less than
  if (isSubset(after.permissions, before.permissions) && isSubset(after.groups, before.groups)) return
  throw forbidden('Nobody gives themselves a right. Another administrator can.')
}
