// E-mail addresses of people: whose domain one is of, and who may be invited under it.
//
// An address belongs to one person in the installation, but only once they have joined. Until then any organisation may invite
// it, so that an invitation tells nobody whether the address has an account elsewhere, and keeps nobody else from inviting it.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { SystemActor } from '../platform/change.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { badInput, conflict, sentence } from '../platform/errors.ts'
import { peopleVisibleTo } from './access.ts'
import { emailKey } from './user.ts'

/** For a query over users: this person holds their address, in the words of the index that keeps it theirs alone. */
export const holdsAddress = sql<SqlBool>`(users.joined or users.status = 'Active')`

/** What stands behind the last @, in lower case. */
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
 * Throws bad_request for an address of another organisation's mail domain, and conflict for the address of somebody whom the
 * actor may find in the directory. About anybody else nothing is said: what is refused must not depend on them.
 */
export async function checkAddress(
  db: Reader,
  actor: Actor | SystemActor,
  person: { readonly email: string; readonly organisationId: number },
): Promise<void> {
  await checkDomain(db, person)
  const found =
    actor.userId === null ? db.selectFrom('users').where(holdsAddress) : peopleVisibleTo(db, actor)
  const known = await found
    .where('users.email_key', '=', emailKey(person.email))
    .where('users.status', 'in', ['Active', 'Invited', 'Pending'])
    .select('users.id')
    .executeTakeFirst()
  if (known) throw addressTaken(person.email)
}

/** The refusal of an address that is somebody's already, where the caller may know of them. */
export const addressTaken = (email: string) =>
  conflict(`There is already a person with the address ${email}.`)
