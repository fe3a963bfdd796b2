// What people have by their groups: worked out from all their groups each time, so that it does not depend on the order
// in which the provider says things. What no group gives stays as administrators have set it.
import { sql } from 'kysely'
import type { Actor, Group, Permission, Role } from '../../platform/actor.ts'
import type { DomainEvent, SystemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkAdministratorRemains } from '../users/administrators.ts'
import { type Account, getAccountToChange } from '../users/access.ts'
import { personEvent, teamEvent } from '../users/events.ts'
import { differencesOfRights, type HeldRights, isWidened, rolesByWeight } from '../users/held-rights.ts'
import { findCustomRole, givenByRole, type GivenRole } from '../users/roles/custom-role.ts'
import { groupsOfPeople } from '../users/roles/groups-of-people.ts'

interface Giving {
  readonly organisationId: number
  readonly actor: Actor | SystemActor
  readonly now: Date
}

/** What a group gave before it was changed, which is taken back where no other group gives it. */
interface Before {
  readonly teamIds: readonly number[]
  readonly grants: readonly Group[]
}

/**
 * Gives these people what their groups give, and takes back what they had by groups that they have left, within an
 * enclosing change that has locked the organisation. Nobody's rights are widened by a group whose gift they decided on
 * themselves, or that they came into by a token of their own. Throws conflict if no administrator would be left.
 */
export async function giveWhatGroupsGive(
  tx: Tx,
  giving: Giving,
  userIds: readonly string[],
  before: Before = { teamIds: [], grants: [] },
): Promise<readonly DomainEvent[]> {
  if (userIds.length === 0) return []
  const governed = await readGoverned(tx, giving.organisationId, before)
  const events: DomainEvent[] = []
  for (const userId of userIds) {
    events.push(...(await giveTo(tx, giving, { userId, governed })))
  }
  return events
}

interface Governed {
  readonly teamIds: readonly number[]
  readonly grants: ReadonlySet<string>
}

/** The teams and rights that groups of the organisation decide about. */
async function readGoverned(tx: Tx, organisationId: number, before: Before): Promise<Governed> {
  const groups = await tx
    .selectFrom('scim_groups')
    .where('organisation_id', '=', organisationId)
    .select(['team_id', 'grants'])
    .execute()
  return {
    teamIds: [...new Set([...groups.flatMap(({ team_id }) => team_id ?? []), ...before.teamIds])],
    grants: new Set([...groups.flatMap(({ grants }) => grants), ...before.grants]),
  }
}

async function giveTo(
  tx: Tx,
  { organisationId, actor, now }: Giving,
  { userId, governed }: { readonly userId: string; readonly governed: Governed },
): Promise<readonly DomainEvent[]> {
  const account = await getAccountToChange(tx, actor, userId)
  const own = await readOwnGroups(tx, organisationId, userId)
  const { role_given: wasGiven = false } =
    (await tx
      .selectFrom('provisioned_users')
      .where('user_id', '=', userId)
      .select('role_given')
      .executeTakeFirst()) ?? {}
  const given = heaviest(own.flatMap(({ gives }) => gives ?? []))
  const events: DomainEvent[] = []
  const after = await rightsAfter(tx, account, {
    given: given ?? (wasGiven ? givenByRole('Standard') : undefined),
    givenByOthers: heaviest(own.flatMap(({ gives, isOwnDoing }) => (isOwnDoing ? [] : (gives ?? [])))),
    granted: own.flatMap(({ grants, isOwnDoing }) =>
      grants.filter((each) => !isOwnDoing || account.groups.includes(each)),
    ),
    governed: governed.grants,
  })
  const changed = differencesOfRights(account, after)
  if (Object.keys(changed).length > 0) {
    if (after.role !== 'Administrator') await checkAdministratorRemains(tx, account)
    await tx
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
    events.push(personEvent('user.rights.updated', account, { changed }))
  }
  await tx
    .insertInto('provisioned_users')
    .values({ user_id: userId, role_given: given !== undefined, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role_given: given !== undefined }))
    .execute()
  const teams = { organisationId, userId, groups: own, governed: governed.teamIds }
  return [...events, ...(await setTeams(tx, teams))]
}

interface OwnGroup {
  readonly gives: GivenRole | undefined
  readonly grants: readonly Group[]
  readonly teamId: number | null
  /** Whether the person decided what it gives, or made the token by which they came into it. */
  readonly isOwnDoing: boolean
}

/** The groups that the person is in. */
async function readOwnGroups(tx: Tx, organisationId: number, userId: string): Promise<readonly OwnGroup[]> {
  const rows = await groupsOfPeople(tx, organisationId)
    .leftJoin('custom_roles', (join) =>
      join
        .onRef('custom_roles.organisation_id', '=', 'scim_groups.organisation_id')
        .onRef('custom_roles.id', '=', 'scim_groups.custom_role_id'),
    )
    .where('scim_group_members.user_id', '=', userId)
    .select(['scim_groups.role', 'scim_groups.grants', 'scim_groups.team_id', 'scim_groups.custom_role_id'])
    .select(['custom_roles.base_role', 'custom_roles.permissions', 'custom_roles.groups'])
    .select(
      sql<boolean>`coalesce(scim_groups.mapped_by = ${userId}, false)
        or ${userId}::uuid = any(scim_group_members.maker_ids)`.as('own_doing'),
    )
    .execute()
  return rows.map((row) => ({
    gives:
      row.custom_role_id !== null && row.base_role !== null
        ? {
            role: row.base_role as Role,
            customRoleId: row.custom_role_id,
            permissions: (row.permissions ?? []) as Permission[],
            groups: (row.groups ?? []) as Group[],
          }
        : row.role === null
          ? undefined
          : givenByRole(row.role as Role),
    grants: row.grants as Group[],
    teamId: row.team_id,
    isOwnDoing: row.own_doing,
  }))
}

const sizeOf = ({ permissions, groups }: GivenRole) => permissions.length + groups.length

/** Of several roles the one with most rights; of equal ones the first that was made. */
const heaviest = (roles: readonly GivenRole[]): GivenRole | undefined =>
  roles.toSorted(
    (a, b) =>
      rolesByWeight.indexOf(a.role) - rolesByWeight.indexOf(b.role) ||
      sizeOf(b) - sizeOf(a) ||
      (a.customRoleId ?? 0) - (b.customRoleId ?? 0),
  )[0]

interface ByGroups {
  /** The role that groups give; undefined where they decide about none. */
  readonly given: GivenRole | undefined
  /** The same of groups that are not the person's own doing. */
  readonly givenByOthers: GivenRole | undefined
  readonly granted: readonly Group[]
  /** The rights over all records of a kind that groups decide about. */
  readonly governed: ReadonlySet<string>
}

async function rightsAfter(
  tx: Tx,
  account: Account,
  { given, givenByOthers, granted, governed }: ByGroups,
): Promise<HeldRights> {
  const base = await baseAfter(tx, account, { given, givenByOthers })
  const kept = [...base.groups, ...granted]
  // of who has a custom role, before or after, none is set by hand
  const byHand =
    base.customRoleId === null && account.customRoleId === null
      ? account.groups.filter((each) => !governed.has(each))
      : []
  return { ...base, groups: [...new Set([...byHand, ...kept])].sort() }
}

/** What the role gives, whatever groups give besides. */
async function baseAfter(
  tx: Tx,
  account: Account,
  { given, givenByOthers }: Pick<ByGroups, 'given' | 'givenByOthers'>,
): Promise<HeldRights> {
  const { organisationId, customRoleId } = account
  const own =
    customRoleId === null ? undefined : await findCustomRole(tx, { organisationId, id: customRoleId })
  const current = { ...account, groups: own?.groups ?? [] }
  if (given === undefined) return rightsOnly(current)
  const isSame = given.role === account.role && given.customRoleId === customRoleId
  // of a role of the wire, administrators may have set other permissions by hand
  if (isSame && customRoleId === null) return rightsOnly(current)
  if (given === givenByOthers || !isWidened(rightsOnly(account), given)) return given
  return givenByOthers ? baseAfter(tx, account, { given: givenByOthers, givenByOthers }) : rightsOnly(current)
}

const rightsOnly = ({ role, customRoleId, permissions, groups }: HeldRights): HeldRights => ({
  role,
  customRoleId,
  permissions,
  groups,
})

interface Teams {
  readonly organisationId: number
  readonly userId: string
  readonly groups: readonly OwnGroup[]
  readonly governed: readonly number[]
}

// records that nobody else may open can be taken over by an administrator, as after a person was disabled
async function setTeams(
  tx: Tx,
  { organisationId, userId, groups, governed }: Teams,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const id of governed) {
    const giving = groups.filter(({ teamId }) => teamId === id)
    if (giving.length > 0) {
      // who is in the team stays, and nobody comes into it by their own doing
      if (giving.every(({ isOwnDoing }) => isOwnDoing)) continue
      const { rows } = await sql<{ id: number }>`
        insert into team_members (organisation_id, team_id, user_id) values (${organisationId}, ${id}, ${userId})
        on conflict do nothing returning team_id as id`.execute(tx)
      if (rows.length > 0) events.push(teamEvent('team.member.added', { organisationId, id }, { userId }))
    } else {
      const left = await tx
        .deleteFrom('team_members')
        .where('organisation_id', '=', organisationId)
        .where('team_id', '=', id)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst()
      if (left) events.push(teamEvent('team.member.removed', { organisationId, id }, { userId }))
    }
  }
  return events
}
