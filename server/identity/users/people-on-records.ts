// People as they are shown on records, and who can be assigned.
import { sql } from 'kysely'
import { logoIdSql, pictureIdSql } from '../organisations/pictures.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'

/** The columns of a person's pictures, over `users`. */
export const pictureIds = [pictureIdSql.as('pictureId'), logoIdSql.as('logoId')] as const

/** Whether the person can currently be given work in the organisation: one of its own people, not disabled. */
export async function isActivePersonOf(db: Reader, organisationId: number, userId: string): Promise<boolean> {
  return (await findPerson.run(db, { organisationId, userId })).length > 0
}

/** Whether the person is or was one of the organisation's own people, whatever has become of them. */
export async function isPersonOf(db: Reader, organisationId: number, userId: string): Promise<boolean> {
  return (await findAnyPerson.run(db, { organisationId, userId })).length > 0
}

/** The same of somebody who could be a member of its records: also of people of law firms linked to it. */
export async function isPersonOrGuestOf(
  db: Reader,
  organisationId: number,
  userId: string,
): Promise<boolean> {
  return (await findAnyPersonOrGuest.run(db, { organisationId, userId })).length > 0
}

/** Whether the person is one of the organisation's own people who can sign in. */
export async function isActiveColleague(
  db: Reader,
  organisationId: number,
  userId: string,
): Promise<boolean> {
  return (await findActive.run(db, { organisationId, userId })).length > 0
}

/**
 * Whether the person can be a member of the organisation's records: one of its own people, or of a law firm linked to
 * it, not disabled.
 */
export async function canJoinRecordsOf(db: Reader, organisationId: number, userId: string): Promise<boolean> {
  return (await findPersonOrGuest.run(db, { organisationId, userId })).length > 0
}

/** Whether records can be assigned to the team: it belongs to the organisation and allows assignment. */
export async function isAssignableTeam(db: Reader, organisationId: number, teamId: number): Promise<boolean> {
  return (await findAssignableTeam.run(db, { organisationId, teamId })).length > 0
}

interface PersonOf {
  readonly organisationId: number
  readonly userId: string
}

const findPerson = statement<PersonOf, { readonly id: string }>(
  ({ organisationId, userId }) => sql`select id from users where id = ${userId}
    and organisation_id = ${organisationId} and status in ('Active', 'Invited', 'Pending')`,
)

const findActive = statement<PersonOf, { readonly id: string }>(
  ({ organisationId, userId }) => sql`select id from users where id = ${userId}
    and organisation_id = ${organisationId} and status = 'Active'`,
)

const findPersonOrGuest = statement<PersonOf, { readonly id: string }>(
  ({ organisationId, userId }) => sql`select id from users where id = ${userId}
    and (organisation_id = ${organisationId}
      or organisation_id in (select provider_id from organisation_links where customer_id = ${organisationId}))
    and status in ('Active', 'Invited', 'Pending')`,
)

const findAnyPerson = statement<PersonOf, { readonly id: string }>(
  ({ organisationId, userId }) => sql`select id from users where id = ${userId}
    and organisation_id = ${organisationId} and erased_at is null`,
)

const findAnyPersonOrGuest = statement<PersonOf, { readonly id: string }>(
  ({ organisationId, userId }) => sql`select id from users where id = ${userId} and erased_at is null
    and (organisation_id = ${organisationId}
      or organisation_id in (select provider_id from organisation_links where customer_id = ${organisationId}))`,
)

const findAssignableTeam = statement<
  { readonly organisationId: number; readonly teamId: number },
  { readonly id: number }
>(
  ({
    organisationId,
    teamId,
  }) => sql`select id from teams where organisation_id = ${organisationId} and id = ${teamId}
    and deleted_at is null and allow_assignment`,
)

/** A person as references to them show. */
export interface ShownPerson {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly organisationId: number
}

/** The columns of such a person, over `users`. */
export const shownPersonColumns = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.organisation_id',
] as const

/** The person in a row that has these columns. */
export const shownPersonIn = (row: {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly organisation_id: number
}): ShownPerson => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  organisationId: row.organisation_id,
})

/** The people with these ids, by id. */
export async function peopleByIds(
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ShownPerson>> {
  const rows = userIds.length === 0 ? [] : await selectPeople.run(db, { userIds: [...new Set(userIds)] })
  return new Map(rows.map((person) => [person.id, person]))
}

const selectPeople = statement<{ readonly userIds: readonly string[] }, ShownPerson>(
  ({ userIds }) => sql`select id, email, first_name as "firstName", last_name as "lastName",
      organisation_id as "organisationId" from users where id = any(${userIds}::uuid[])`,
)
