// Giving what a role gives to everybody who has it, at once: their own rows say what they may do.
import { sql, type SqlBool } from 'kysely'
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { DomainEvent, SystemActor } from '../../../platform/events/change.ts'
import { forbidden } from '../../../platform/errors.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { checkSomeAdministrator } from '../administrators.ts'
import { personEvent } from '../events.ts'
import { differencesOfRights, type HeldRights, isWidened } from '../held-rights.ts'
import { keepingSightOf } from '../sole-records.ts'
import type { CustomRoleName, GivenRole } from './custom-role.ts'
import { groupsOfPeople } from './groups-of-people.ts'

/** What the groups of the identity provider give these people besides a role; by person. */
export async function grantsOfGroups(
  db: Reader,
  organisationId: number,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Group[]>> {
  const rows = await groupsOfPeople(db, organisationId)
    .where(sql<SqlBool>`scim_group_members.user_id = any(${[...userIds]}::uuid[])`)
    .select(['scim_group_members.user_id', 'scim_groups.grants'])
    .execute()
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byPerson].map(([id, some]) => [id, some.flatMap(({ grants }) => grants as Group[])]))
}

interface Giving {
  readonly actor: Actor | SystemActor
  readonly now: Date
}

/**
 * Gives everybody who has the custom role what `next` gives, and answers what happened to each. The organisation is
 * locked. Throws forbidden where the actor would get rights by it, and conflict where no administrator would be left,
 * or a record that nobody may open.
 */
export async function giveToPeopleWith(
  { app, tx }: { readonly app: App; readonly tx: Tx },
  role: CustomRoleName,
  next: GivenRole,
  { actor, now }: Giving,
): Promise<readonly DomainEvent[]> {
  const { organisationId } = role
  const people = await readPeopleWith(tx, role)
  const grants = await grantsOfGroups(
    tx,
    organisationId,
    people.map(({ userId }) => userId),
  )
  const changes = people.map((before) => {
    const groups = [...new Set([...next.groups, ...(grants.get(before.userId) ?? [])])].sort()
    return { before, after: { ...next, permissions: [...next.permissions].sort(), groups } }
  })
  const own = changes.find(({ before }) => before.userId === actor.userId)
  if (own && isWidened(own.before, own.after))
    throw forbidden(
      'You have this role yourself, and cannot grant rights to yourself. Another administrator can.',
    )
  const write = async () => {
    for (const some of Map.groupBy(changes, ({ after }) => after.groups.join()).values())
      await writeRights(tx, some, now)
  }
  if (changes.some(({ before, after }) => isNarrowed(before, after)))
    await keepingSightOf({ app, tx, organisationId }, [{ every: true }], write)
  else await write()
  if (next.role !== 'Administrator' && people.some((each) => each.role === 'Administrator'))
    await checkSomeAdministrator(tx, organisationId)
  return changes.flatMap(({ before, after }) => {
    const changed = differencesOfRights(before, after)
    const { userId } = before
    return Object.keys(changed).length === 0
      ? []
      : [personEvent('user.rights.updated', { organisationId, userId }, { changed, customRoleId: role.id })]
  })
}

interface Holder extends HeldRights {
  readonly userId: string
}

async function readPeopleWith(tx: Tx, { organisationId, id }: CustomRoleName): Promise<readonly Holder[]> {
  const rows = await tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('custom_role_id', '=', id)
    .select(['id', 'role', 'permissions', 'groups'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    userId: row.id,
    role: row.role as Role,
    customRoleId: id,
    permissions: row.permissions as Permission[],
    groups: row.groups as Group[],
  }))
}

interface Given {
  readonly before: Holder
  readonly after: HeldRights
}

async function writeRights(tx: Tx, changes: readonly Given[], now: Date): Promise<void> {
  const [first] = changes
  if (!first) return
  const { role, customRoleId, permissions, groups } = first.after
  await tx
    .updateTable('users')
    .set({
      role,
      custom_role_id: customRoleId,
      permissions: [...permissions],
      groups: [...groups],
      updated_at: now,
    })
    .where(sql<SqlBool>`id = any(${changes.map(({ before }) => before.userId)}::uuid[])`)
    .execute()
}

const isNarrowed = (before: HeldRights, after: HeldRights): boolean => isWidened(after, before)
