// Updating what a person may do: role, permissions, groups; or the role of the organisation's own that says all of it.
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { badInput, conflict, forbidden } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { type Account, getAccountToChange } from '../access.ts'
import { checkAdministratorRemains } from '../administrators.ts'
import { personEvent } from '../events.ts'
import { differencesOfRights, type HeldRights, isWidened } from '../held-rights.ts'
import { findCustomRole, givenByCustomRole } from '../roles/custom-role.ts'
import { grantsOfGroups } from '../roles/people-with-role.ts'
import { keepingSight } from '../sole-records.ts'
import { defaultPermissions } from '../user.ts'

/** What to update: an absent property is kept, except that permissions follow a new role if they are not given. */
export interface RightsChanges {
  readonly role?: Role
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
  /** A role of the organisation's own, from which all others follow; null ends that and leaves them as they are. */
  readonly customRoleId?: number | null
}

/**
 * Applies the changes; does nothing if there is no difference. For administrators of the person's organisation and the
 * operator. Nobody can grant rights to themselves, only give some up. Throws forbidden for that, and conflict if the
 * organisation would be left without an administrator, or a record without anybody who may open it, and for single
 * rights of somebody whose rights follow a custom role.
 */
export function updateRights(
  app: App,
  actor: Actor | SystemActor,
  userId: string,
  changes: RightsChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const account = await getAccountToChange(tx, actor, userId)
    const after = await rightsAfter(tx, account, changes)
    const changed = differencesOfRights(account, after)
    if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
    // only administrators get here, and their role includes all others
    if (actor.userId === userId && isWidened(account, after))
      throw forbidden('You cannot grant rights to yourself. Another administrator can.')
    if (after.role !== 'Administrator') await checkAdministratorRemains(tx, account)
    const write = () =>
      tx
        .updateTable('users')
        .set({
          role: after.role,
          custom_role_id: after.customRoleId,
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

async function rightsAfter(tx: Tx, before: Account, changes: RightsChanges): Promise<HeldRights> {
  const { customRoleId = before.customRoleId, ...single } = changes
  if (customRoleId === null) return { ...singleRightsAfter(before, single), customRoleId }
  const isSingle = Object.values(single).some((value) => value !== undefined)
  if (isSingle && changes.customRoleId !== undefined)
    throw badInput('customRole', 'says role, permissions and groups: leave these out.')
  if (isSingle) throw await followsRole(tx, before.organisationId, customRoleId)
  if (changes.customRoleId === undefined) return before
  return rightsByCustomRole(tx, before, customRoleId)
}

async function followsRole(tx: Tx, organisationId: number, id: number) {
  const role = await findCustomRole(tx, { organisationId, id })
  return conflict(
    `What this person may do follows the role "${role?.name ?? ''}". Change that role, give them another one, or take it from them with a customRole of null.`,
  )
}

async function rightsByCustomRole(
  tx: Tx,
  { userId, organisationId }: Account,
  id: number,
): Promise<HeldRights> {
  const given = await givenByCustomRole(tx, { organisationId, id })
  const grants = await grantsOfGroups(tx, organisationId, [userId])
  return {
    role: given.role,
    customRoleId: id,
    permissions: [...given.permissions].sort(),
    groups: [...new Set([...given.groups, ...(grants.get(userId) ?? [])])].sort(),
  }
}

function singleRightsAfter(
  before: HeldRights,
  { role = before.role, permissions, groups }: Omit<RightsChanges, 'customRoleId'>,
): Omit<HeldRights, 'customRoleId'> {
  const following = role === before.role ? before.permissions : defaultPermissions[role]
  return {
    role,
    permissions: [...new Set(permissions ?? following)].sort(),
    groups: [...new Set(groups ?? before.groups)].sort(),
  }
}
