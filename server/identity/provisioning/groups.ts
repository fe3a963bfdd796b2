// Groups of an identity provider, and what membership in them gives: a role, rights over all records of a kind, a team.
import { sql } from 'kysely'
import type { Group, Role } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Catalogue, Filter } from '../../platform/lists/list-query.ts'
import { conditionOf } from '../../platform/lists/filter-sql.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../organisations/access.ts'
import { checkRoom } from '../organisations/limits/check-room.ts'
import { giveWhatGroupsGive } from './given-rights.ts'
import type { Provider } from './provider.ts'
import { ScimRefusal } from './scim-refusal.ts'

const mostMembers = 10_000
const longestName = 255

export interface ProvisionedGroup {
  readonly id: number
  readonly name: string
  readonly externalId: string | null
  readonly role: Role | null
  /** The role of the organisation's own that it gives instead. */
  readonly customRole: { readonly id: number; readonly name: string } | null
  readonly grants: readonly Group[]
  readonly teamId: number | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly memberCount: number
  /** Empty where they were not asked for. */
  readonly members: readonly { readonly id: string; readonly name: string }[]
}

const catalogue: Catalogue = {
  id: { kind: 'text', nullable: false, sql: sql`scim_groups.id::text` },
  name: { kind: 'text', nullable: false, sql: sql.ref('scim_groups.name') },
  externalId: { kind: 'text', nullable: true, sql: sql.ref('scim_groups.external_id') },
  createdAt: { kind: 'moment', nullable: false, sql: sql.ref('scim_groups.created_at') },
  updatedAt: { kind: 'moment', nullable: false, sql: sql.ref('scim_groups.updated_at') },
}

/** The groups of an organisation, to be narrowed further. */
export const groupsOf = (db: Reader, organisationId: number, withMembers: boolean) =>
  db
    .selectFrom('scim_groups')
    .where('scim_groups.organisation_id', '=', organisationId)
    .select(['id', 'name', 'external_id', 'role', 'grants', 'team_id', 'created_at', 'updated_at'])
    .select([
      'custom_role_id',
      sql<string | null>`(select r.name from custom_roles r
        where r.organisation_id = scim_groups.organisation_id and r.id = scim_groups.custom_role_id)`.as(
        'custom_role_name',
      ),
      sql<number>`(select count(*)::int from scim_group_members m
        where m.organisation_id = scim_groups.organisation_id and m.group_id = scim_groups.id)`.as('count'),
      withMembers
        ? sql<{ id: string; name: string }[]>`coalesce((
            select jsonb_agg(jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.id)
            from scim_group_members m join users u on u.id = m.user_id
            where m.organisation_id = scim_groups.organisation_id and m.group_id = scim_groups.id), '[]')`.as(
            'members',
          )
        : sql<{ id: string; name: string }[]>`'[]'::jsonb`.as('members'),
    ])

export type GroupRow = Awaited<ReturnType<ReturnType<typeof groupsOf>['executeTakeFirstOrThrow']>>

const groupOf = (row: GroupRow): ProvisionedGroup => ({
  id: row.id,
  name: row.name,
  externalId: row.external_id,
  role: row.role as Role | null,
  customRole:
    row.custom_role_id === null ? null : { id: row.custom_role_id, name: row.custom_role_name ?? '' },
  grants: row.grants as Group[],
  teamId: row.team_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  memberCount: row.count,
  members: row.members,
})

/** Every group of an organisation, without its members. */
export async function listAllGroups(
  db: Reader,
  organisationId: number,
): Promise<readonly ProvisionedGroup[]> {
  return (await groupsOf(db, organisationId, false).orderBy('name').orderBy('id').execute()).map(groupOf)
}

interface Page {
  readonly filter: Filter | undefined
  readonly skip: number
  readonly take: number
  readonly withMembers: boolean
}

/** A page of the groups of the provider's organisation, and how many there are. */
export async function listGroups(
  db: Reader,
  { organisationId }: Provider,
  { filter, skip, take, withMembers }: Page,
): Promise<{ readonly total: number; readonly groups: readonly ProvisionedGroup[] }> {
  const all = groupsOf(db, organisationId, withMembers)
  const found = filter ? all.where(conditionOf(filter, catalogue)) : all
  const { count } = await found
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  const rows = take === 0 ? [] : await found.orderBy('id').offset(skip).limit(take).execute()
  return { total: count, groups: rows.map(groupOf) }
}

/** A group of the provider's organisation with its members. Throws a refusal with 404. */
export async function getGroup(
  db: Reader,
  { organisationId }: Provider,
  id: string,
): Promise<ProvisionedGroup> {
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const row = isId
    ? await groupsOf(db, organisationId, true).where('id', '=', Number(id)).executeTakeFirst()
    : undefined
  if (!row) throw new ScimRefusal(404, 'There is no such group in this organisation.')
  return groupOf(row)
}

/** What a provider says of a group. */
export interface GroupState {
  readonly name: string
  readonly externalId: string | null
  readonly memberIds: readonly string[]
}

/** Adds a group, which gives nothing until an administrator says what. Throws a refusal for wrong members. */
export function addGroup(
  app: App,
  { organisationId, actor, makers }: Provider,
  state: GroupState,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await checkRoom(tx, 'provisionedGroups', { organisationId })
    const { id } = await tx
      .insertInto('scim_groups')
      .values({
        organisation_id: organisationId,
        name: checkedName(state.name),
        external_id: state.externalId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setMembers(tx, { organisationId, id, makers }, state.memberIds)
    return { result: id, events: [] }
  })
}

/** Makes a group as the provider says; what it gives follows for those who came and went. */
export function updateGroup(
  app: App,
  { organisationId, actor, makers }: Provider,
  id: number,
  state: GroupState,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await tx
      .updateTable('scim_groups')
      .set({ name: checkedName(state.name), external_id: state.externalId, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const touched = await setMembers(tx, { organisationId, id, makers }, state.memberIds)
    return {
      result: undefined,
      events: await giveWhatGroupsGive(tx, { organisationId, actor, now }, touched),
    }
  })
}

/** Removes a group; what it gave goes with it. */
export function removeGroup(
  app: App,
  { organisationId, actor, makers }: Provider,
  id: number,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const touched = await setMembers(tx, { organisationId, id, makers }, [])
    const events = await giveWhatGroupsGive(tx, { organisationId, actor, now }, touched)
    await tx
      .deleteFrom('scim_groups')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    return { result: undefined, events }
  })
}

function checkedName(name: string): string {
  const checked = name.trim()
  if (checked === '' || checked.length > longestName) {
    throw new ScimRefusal(400, `displayName has 1 to ${longestName} characters.`, 'invalidValue')
  }
  return checked
}

interface Membership {
  readonly organisationId: number
  readonly id: number
  /** Who made the token that says so. */
  readonly makers: readonly string[]
}

/** Sets the members; returns who came or went. */
async function setMembers(
  tx: Tx,
  { organisationId, id, makers }: Membership,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const wanted = [...new Set(memberIds.map((each) => each.toLowerCase()))]
  if (wanted.length > mostMembers) {
    throw new ScimRefusal(400, `A group has at most ${mostMembers} members.`, 'invalidValue')
  }
  const known =
    wanted.length === 0
      ? []
      : await tx
          .selectFrom('users')
          .where('organisation_id', '=', organisationId)
          .where(sql<boolean>`id = any(${wanted}::uuid[])`)
          .select('id')
          .execute()
  if (known.length < wanted.length) {
    throw new ScimRefusal(400, 'members has people who are not of this organisation.', 'invalidValue')
  }
  const gone = await tx
    .deleteFrom('scim_group_members')
    .where('organisation_id', '=', organisationId)
    .where('group_id', '=', id)
    .where(sql<boolean>`user_id <> all(${wanted}::uuid[])`)
    .returning('user_id')
    .execute()
  const { rows: come } = await sql<{ user_id: string }>`
    insert into scim_group_members (organisation_id, group_id, user_id, maker_ids)
    select ${organisationId}, ${id}, unnest(${wanted}::uuid[]), ${[...makers]}::uuid[] on conflict do nothing
    returning user_id`.execute(tx)
  return [...gone, ...come].map(({ user_id }) => user_id)
}
