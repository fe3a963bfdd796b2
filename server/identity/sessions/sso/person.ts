// Maps a provider's statement to a user: bound to issuer and subject at the first sign-in, found by verified email
// address until then.
import type { NameOf } from '../../../platform/events/event-names.ts'
import { emailKey } from '../../users/user.ts'
import { domainOf } from '../../users/email-addresses.ts'
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../../platform/events/change.ts'
import { type Reader, type Tx, violates } from '../../../platform/postgres/database.ts'
import type { Identity } from './identity.ts'
import type { IdentityProvider } from './providers.ts'
import { SsoRefusal } from './refusal.ts'

/** Somebody a provider's statement leads to, before anything is written. */
export interface MatchedPerson {
  readonly userId: string
  /** Whether the account was bound to the subject at an earlier sign-in, rather than found by its address. */
  readonly isBound: boolean
}

/**
 * The id of the user in the provider's own organisation; binds them at their first sign-in. An address counts only if
 * it is verified and in a domain of that organisation, so that one organisation's provider can never authenticate users
 * of another. Throws SsoRefusal.
 */
export async function findPerson(app: App, provider: IdentityProvider, identity: Identity): Promise<string> {
  const { userId, isBound } = await matchPerson(app.db, provider, identity)
  return isBound ? userId : bind(app, provider, identity)
}

/** Who would sign in with this. Throws SsoRefusal as `findPerson` does. */
export async function matchPerson(
  db: Reader,
  provider: IdentityProvider,
  identity: Identity,
): Promise<MatchedPerson> {
  const bound = await db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .where('user_identities.issuer', '=', issuerKey(provider, identity))
    .where('user_identities.subject', '=', identity.subject)
    .select(['users.id', 'users.status', 'users.organisation_id'])
    .executeTakeFirst()
  if (bound) {
    if (bound.organisation_id !== provider.organisationId) throw new SsoRefusal('unknown_user')
    if (bound.status !== 'Active') throw new SsoRefusal('disabled')
    return { userId: bound.id, isBound: true }
  }
  const key = await checkAddress(db, provider, identity)
  const user = await db
    .selectFrom('users')
    .where('email_key', '=', key)
    .where('organisation_id', '=', provider.organisationId)
    .select(['id', 'status'])
    .executeTakeFirst()
  checkMaySignIn(user)
  const other = await db
    .selectFrom('user_identities')
    .where('user_id', '=', user.id)
    .where('issuer', '=', issuerKey(provider, identity))
    .select('subject')
    .executeTakeFirst()
  if (other) throw new SsoRefusal('other_person')
  return { userId: user.id, isBound: false }
}

/**
 * What subjects are kept under. An entity id of SAML is whatever somebody enters, so it counts within one organisation:
 * two that share a provider have bindings of their own, and neither can take a subject from the other.
 */
const issuerKey = (provider: IdentityProvider, { issuer }: Identity): string =>
  provider.protocol === 'saml' ? `saml:${provider.organisationId}:${issuer}` : issuer

/** The key of the address, which must be vouched for, and in a domain of the organisation. */
async function checkAddress(
  db: Reader,
  { organisationId }: IdentityProvider,
  { email, emailVerified }: Identity,
): Promise<string> {
  if (email === undefined || !emailVerified) throw new SsoRefusal('email_not_verified')
  const domain = await db
    .selectFrom('mail_domains')
    .where('domain', '=', domainOf(email))
    .where('organisation_id', '=', organisationId)
    .select('domain')
    .executeTakeFirst()
  if (!domain) throw new SsoRefusal('wrong_domain')
  return emailKey(email)
}

async function bind(app: App, provider: IdentityProvider, identity: Identity): Promise<string> {
  const { subject } = identity
  const issuer = issuerKey(provider, identity)
  const key = await checkAddress(app.db, provider, identity)
  try {
    return await change(app, systemActor('single sign-on'), async (tx, now) => {
      const user = await holdUser(tx, key, provider.organisationId)
      await tx
        .insertInto('user_identities')
        .values({ issuer, subject, user_id: user.id, created_at: now })
        .execute()
      const events = [happened('user.identity.bound', provider, { userId: user.id, issuer: identity.issuer })]
      if (user.status !== 'Active') {
        await tx
          .updateTable('users')
          .set({ status: 'Active', joined: true, updated_at: now })
          .where('id', '=', user.id)
          .execute()
        events.push(happened('user.joined', provider, { userId: user.id }))
      }
      return { result: user.id, events }
    })
  } catch (error) {
    if (violates(error, 'user_identities_user_unique')) throw new SsoRefusal('other_person', error)
    if (violates(error, 'users_email_unique')) throw new SsoRefusal('address_in_use', error)
    // the same user signing in at the same time in another tab: the next attempt finds them bound
    if (violates(error, 'user_identities_pkey')) throw new SsoRefusal('expired', error)
    throw error
  }
}

/** Invited users join by signing in. */
async function holdUser(tx: Tx, key: string, organisationId: number) {
  const user = await tx
    .selectFrom('users')
    .where('email_key', '=', key)
    .where('organisation_id', '=', organisationId)
    .select(['id', 'status'])
    .forUpdate()
    .executeTakeFirst()
  checkMaySignIn(user)
  return user
}

function checkMaySignIn<User extends { readonly status: string }>(
  user: User | undefined,
): asserts user is User {
  if (!user) throw new SsoRefusal('unknown_user')
  if (user.status === 'Disabled' || user.status === 'LockedOut') throw new SsoRefusal('disabled')
}

const happened = (
  name: NameOf<'user'>,
  { organisationId }: IdentityProvider,
  facts: DomainEvent['facts'] & object,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'user', id: null },
  subject: null,
  facts,
})
