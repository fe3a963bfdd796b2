// Email addresses of people: the domain they belong to, and who may be invited.
//
// An address belongs to one person in the installation, but only once they have joined. Until then any organisation may
// invite it, so that an invitation reveals to nobody whether the address has an account elsewhere, and blocks nobody
// else from inviting it.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { SystemActor } from '../../platform/events/change.ts'
import { type Reader, violates } from '../../platform/postgres/database.ts'
import { badInput, conflict, sentence } from '../../platform/errors.ts'
import { peopleVisibleTo } from './access.ts'
import { emailKey } from './user.ts'

/** For a query over users: this person owns their address. Written like the unique index, so that it is used. */
export const ownsAddress = sql<SqlBool>`(users.joined or users.status = 'Active')`

/** The part after the last @, in lower case. */
export const domainOf = (email: string): string => {
  const key = emailKey(email)
  return key.slice(key.lastIndexOf('@') + 1)
}

/** Whether the address is of a mail domain that belongs to another organisation. */
export async function isOfAnotherOrganisation(
  db: Reader,
  { email, organisationId }: { readonly email: string; readonly organisationId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('mail_domains')
    .where('domain', '=', domainOf(email))
    .where('organisation_id', '<>', organisationId)
    .select('domain')
    .executeTakeFirst()
  return row !== undefined
}

/** Throws bad_request for an address of another organisation's mail domain. */
export async function checkDomain(
  db: Reader,
  person: { readonly email: string; readonly organisationId: number },
): Promise<void> {
  if (!(await isOfAnotherOrganisation(db, person))) return
  const domain = domainOf(person.email)
  throw badInput(
    'email',
    sentence(`Addresses at ${domain} belong to another organisation. Only it may invite them.`),
  )
}

/**
 * Throws bad_request for an address of another organisation's mail domain, and conflict for the address of somebody
 * whom the actor may find in the directory, other than `userId`. Nobody else may affect the answer, or it would reveal
 * them.
 */
export async function checkAddress(
  db: Reader,
  actor: Actor | SystemActor,
  person: { readonly email: string; readonly organisationId: number; readonly userId?: string },
): Promise<void> {
  await checkDomain(db, person)
  const { userId } = person
  const found = actor.userId === null ? db.selectFrom('users').where(ownsAddress) : peopleVisibleTo(db, actor)
  const known = await found
    .where('users.email_key', '=', emailKey(person.email))
    .where('users.status', 'in', ['Active', 'Invited', 'Pending'])
    .$if(userId !== undefined, (query) => query.where('users.id', '<>', String(userId)))
    .select('users.id')
    .executeTakeFirst()
  if (known) throw addressTaken(person.email)
}

/** The address without spaces around it. Throws bad_request for what is not one. */
export function readAddress(text: string): string {
  const email = text.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw badInput('email', sentence(`"${email}" is not an email address.`))
  return email
}

/** For a write of `users`: passes an error on, as the conflict for an address that is taken where it is that. */
export function whereAddressTaken(email: string): (error: unknown) => never {
  return (error) => {
    const taken =
      violates(error, 'users_email_unique') || violates(error, 'users_email_unique_in_organisation')
    throw taken ? addressTaken(email) : error
  }
}

/** The conflict for an address that is taken, if the caller may know. */
export const addressTaken = (email: string) =>
  conflict(`There is already a person with the address ${email}.`)
