// The rights that a person holds, as sets: what differs, and whether one is more than another.
import type { Group, Permission, Role } from '../../platform/actor.ts'
import { type Differences, differencesOf } from '../../platform/events/differences.ts'

/** What somebody may do, and by which role of their organisation's own. */
export interface HeldRights {
  readonly role: Role
  readonly customRoleId: number | null
  readonly permissions: readonly Permission[]
  readonly groups: readonly Group[]
}

/** Roles from the one with most rights to the one with least. */
export const rolesByWeight: readonly Role[] = [
  'Administrator',
  'InhouseLegal',
  'Contributor',
  'MatterManager',
  'Standard',
  'External',
]

/** What differs, lists as texts in which the order does not matter. */
export const differencesOfRights = (
  before: HeldRights,
  after: HeldRights,
): Differences<'role' | 'customRoleId' | 'permissions' | 'groups'> =>
  differencesOf(flat(before), flat(after), ['role', 'customRoleId', 'permissions', 'groups'])

// lists as single strings, so that their order does not matter
const flat = ({ role, customRoleId, permissions, groups }: HeldRights) => ({
  role,
  customRoleId,
  permissions: [...permissions].sort().join(' '),
  groups: [...groups].sort().join(' '),
})

/** Whether somebody has a right after that they did not have before. */
export const isWidened = (before: HeldRights, after: HeldRights): boolean =>
  rolesByWeight.indexOf(after.role) < rolesByWeight.indexOf(before.role) ||
  !isSubset(after.permissions, before.permissions) ||
  !isSubset(after.groups, before.groups)

const isSubset = <Word>(some: readonly Word[], all: readonly Word[]) =>
  some.every((each) => all.includes(each))
