// What people have by their groups: worked out from all their groups each time, so that it does not depend on the order
// in which the provider says things. What no group gives stays as administrators have set it.
import { sql } from 'kysely'
import type { Actor, Group, Role } from '../../platform/actor.ts'
import type { DomainEvent, SystemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkAdministratorRemains } from '../users/administrators.ts'
import { getAccountToChange } from '../users/access.ts'
import { personEvent, teamEvent } from '../users/events.ts'
import { defaultPermissions } from '../users/user.ts'

// the first that one of the groups gives
const byWeight: readonly Role[] = [
  'Administrator',
  'InhouseLegal',
  'Contributor',
  'MatterManager',
  'Standard',
  'External',
]

interface Giving {
  readonly organisationId: number
  readonly actor: Actor | SystemActor
  readonly now: Date
  /** Whose rights are never widened: who decided what is given. */
  readonly never: string | null
}

/** What a group gave before it was changed, which is taken back where no other group gives it. */
interface Before {
  readonly teamIds: readonly number[]
  readonly grants: readonly Group[]
}

/**
 * Gives these people what their groups give, and takes back what they had by groups that they have left, within an
 * enclosing change that has locked the organisation. Throws conflict if no administrator would be left.
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
  { organisationId, actor, now, never }: Giving,
  { userId, governed }: { readonly userId: string; readonly governed: Governed },
): Promise<readonly DomainEvent[]> {
  const account = await getAccountToChange(tx, actor, userId)
  const own = await tx
    .selectFrom('scim_group_members')
    .innerJoin('scim_groups', (join) =>
      join
        .onRef('scim_groups.organisation_id', '=', 'scim_group_members.organisation_id')
        .onRef('scim_groups.id', '=', 'scim_group_members.group_id'),
    )
    .where('scim_group_members.organisation_id', '=', organisationId)
    .where('scim_group_members.user_id', '=', userId)
    .select(['scim_groups.role', 'scim_groups.grants', 'scim_groups.team_id'])
    .execute()
  const { role_given: wasGiven = false } =
    (await tx
      .selectFrom('provisioned_users')
      .where('user_id', '=', userId)
      .select('role_given')
      .executeTakeFirst()) ?? {}
  const given = byWeight.find((each) => own.some(({ role }) => role === each))
  const next: Role = given ?? (wasGiven ? 'Standard' : account.role)
  const mayWiden = userId !== never
  const role = mayWiden || byWeight.indexOf(next) > byWeight.indexOf(account.role) ? next : account.role
  const groups = [
    ...account.groups.filter((each) => !governed.grants.has(each)),
    ...own
      .flatMap(({ grants }) => grants as Group[])
      .filter((each) => mayWiden || account.groups.includes(each)),
  ]
  const events: DomainEvent[] = []
  const distinct = [...new Set(groups)].sort()
  if (role !== account.role || distinct.join() !== [...account.groups].sort().join()) {
    if (role !== 'Administrator') await checkAdministratorRemains(tx, account)
    const permissions = role === account.role ? account.permissions : defaultPermissions[role]
    await tx
      .updateTable('users')
      .set({ role, permissions: [...permissions], groups: distinct, updated_at: now })
      .where('id', '=', userId)
      .execute()
    const changed = {
      role: { from: account.role, to: role },
      groups: { from: account.groups.join(' '), to: distinct.join(' ') },
    }
    events.push(personEvent('user.rights.updated', account, { changed }))
  }
  await tx
    .insertInto('provisioned_users')
    .values({ user_id: userId, role_given: given !== undefined, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role_given: given !== undefined }))
    .execute()
  const teamIds = new Set(own.flatMap(({ team_id }) => team_id ?? []))
  return [...events, ...(await setTeams(tx, { organisationId, userId, teamIds, governed: governed.teamIds }))]
}

interface Teams {
  readonly organisationId: number
  readonly userId: string
  readonly teamIds: ReadonlySet<number>
  readonly governed: readonly number[]
}

// records that nobody else may open can be taken over by an administrator, as after a person was disabled
async function setTeams(
  tx: Tx,
  { organisationId, userId, teamIds, governed }: Teams,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const id of governed) {
    if (teamIds.has(id)) {
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
