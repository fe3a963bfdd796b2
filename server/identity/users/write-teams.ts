// Writing teams: who can be a member, and when a team can be deleted.
import { kindNames, kinds } from '../../records/kinds.ts'
import { sql } from 'kysely'
import { getOrganisationToChange } from '../organisations/access.ts'
import type { Actor, Group } from '../../platform/actor.ts'
import type { SystemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, conflict, forbidden, notFound } from '../../platform/errors.ts'
import { isAssignableTeam } from './people-on-records.ts'

/** What identifies a team in the whole installation. */
export interface TeamName {
  readonly organisationId: number
  readonly id: number
}

/** The conflict for a name that another team has. */
export const teamNameTaken = (name: string) => ({
  constraint: 'teams_name_unique',
  message: `There is already a team "${name}".`,
})

/**
 * A team for an update by administrators of its organisation and by the operator; not_found if there is no such team.
 */
export async function getTeamToChange(tx: Tx, actor: Actor | SystemActor, { organisationId, id }: TeamName) {
  await getOrganisationToChange(tx, actor, organisationId)
  const team = await tx
    .selectFrom('teams')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['name', 'description', 'allow_assignment as allowAssignment', 'version'])
    .forUpdate()
    .executeTakeFirst()
  if (!team) throw notFound()
  return team
}

/** Rejects people who are not of the organisation, or disabled. */
export async function checkTeamMembers(
  tx: Tx,
  organisationId: number,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  const rows = await tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...userIds])
    .where('status', '!=', 'Disabled')
    .select('id')
    .execute()
  if (rows.length === userIds.length) return
  throw badInput('members', 'must be people of the organisation who are not disabled.')
}

/** Adds the people to the team, and returns those who were not members before. */
export async function addTeamMembers(
  tx: Tx,
  { organisationId, id }: TeamName,
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (userIds.length === 0) return []
  const added = await tx
    .insertInto('team_members')
    .values(userIds.map((userId) => ({ organisation_id: organisationId, team_id: id, user_id: userId })))
    .onConflict((clash) => clash.doNothing())
    .returning('user_id')
    .execute()
  return added.map(({ user_id }) => user_id)
}

/**
 * Nobody widens themselves by a team: forbidden for one that records are assigned to, or types assign them to, or that
 * decides on approvals.
 */
export async function checkGivesNothing(tx: Tx, { organisationId, id }: TeamName): Promise<void> {
  const places = [...kindNames.map((kind) => kinds[kind].many), ...assigningTypes]
  // not through access.ts: records that the caller does not see count as well
  const inPlace = (table: string) => sql`exists (select from ${sql.table(table)} t
    where t.organisation_id = ${organisationId} and t.team_id = ${id} and t.deleted_at is null)`
  const { rows } = await sql<{ readonly sees: boolean; readonly decides: boolean }>`
    select (${sql.join(places.map(inPlace), sql` or `)}) as sees,
      exists (select from contract_approval_rules r
        where r.organisation_id = ${organisationId} and r.team_id = ${id}) as decides`.execute(tx)
  const why = rows[0]?.sees
    ? 'that records are assigned to'
    : rows[0]?.decides
      ? 'that decides on approvals'
      : undefined
  if (why !== undefined)
    throw forbidden(`Nobody adds themselves to a team ${why}. Ask another administrator.`)
}

/** Of these, new records are assigned to the team that they name. */
const assigningTypes = ['matter_categories', 'contract_templates', 'request_types']

/**
 * The same of having new records assigned to a team: forbidden to who is in it, unless they see all records of the kind
 * anyway, or nobody else could say so.
 */
export async function checkAssignsToOthers(
  tx: Tx,
  actor: Actor | SystemActor,
  { organisationId, id, sees }: TeamName & { readonly sees: Group },
): Promise<void> {
  if (!('groups' in actor) || actor.groups.has(sees)) return
  const { rows } = await sql`select 1 from team_members m
    where m.organisation_id = ${organisationId} and m.team_id = ${id} and m.user_id = ${actor.userId}
      and exists (select from users u where u.organisation_id = ${organisationId} and u.id <> ${actor.userId}
        and u.role = 'Administrator' and u.status = 'Active')`.execute(tx)
  if (rows.length > 0)
    throw forbidden('Nobody assigns new records to a team that they are in. Ask another administrator.')
}

/** Throws unless new records of a type can be assigned to the team, and by this person. */
export async function checkTeamOfType(
  tx: Tx,
  actor: Actor | SystemActor,
  { records, ...team }: TeamName & { readonly records: string; readonly sees: Group },
): Promise<void> {
  if (!(await isAssignableTeam(tx, team.organisationId, team.id)))
    throw badInput('teamId', `must be the id of a team that ${records} can be assigned to.`)
  await checkAssignsToOthers(tx, actor, team)
}

/** The same of putting a team in the place of another one: forbidden to who is in the one and not in the other. */
export async function checkReplacesNothing(
  tx: Tx,
  userId: string,
  {
    organisationId,
    from,
    into,
  }: { readonly organisationId: number; readonly from: number; readonly into: number },
): Promise<void> {
  const own = await tx
    .selectFrom('team_members')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('team_id', 'in', [from, into])
    .select('team_id')
    .execute()
  const isIn = (id: number) => own.some(({ team_id }) => team_id === id)
  if (isIn(into) && !isIn(from)) await checkGivesNothing(tx, { organisationId, id: from })
}

/** Refuses to delete a team that open records or types are assigned to: a conflict that names them, not how many. */
export async function checkTeamUnused(tx: Tx, { organisationId, id }: TeamName): Promise<void> {
  // not through access.ts: assigned records block this regardless of who may see them, and no number is shown
  const { rows } = await sql<{ readonly words: string }>`
    select words from (
      select 'matters' as words, count(*) as count from matters
      where organisation_id = ${organisationId} and team_id = ${id} and status not in ('Complete', 'Archived') and deleted_at is null
      union all select 'contracts', count(*) from contracts
      where organisation_id = ${organisationId} and team_id = ${id} and status not in ('Expired', 'Void') and deleted_at is null
      union all select 'matter types', count(*) from matter_categories
      where organisation_id = ${organisationId} and team_id = ${id} and deleted_at is null
      union all select 'contract types', count(*) from contract_templates
      where organisation_id = ${organisationId} and team_id = ${id} and deleted_at is null
    ) as used where count > 0`.execute(tx)
  if (rows.length === 0) return
  const used = rows.map(({ words }) => words).join(', ')
  throw conflict(`The team is still assigned to ${used}. Assign these to another team first.`)
}
