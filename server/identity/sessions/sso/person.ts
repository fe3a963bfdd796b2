// Maps a provider's claims to a user: bound to issuer and subject at the first sign-in, found by verified email address
// until then.
import type { NameOf } from '../../../platform/events/event-names.ts'
import { emailKey } from '../../users/user.ts'
import { domainOf } from '../../users/email-addresses.ts'
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../../platform/events/change.ts'
import { type Tx, violates } from '../../../platform/postgres/database.ts'
import type { Identity } from './openid.ts'
import type { IdentityProvider } from './providers.ts'
import { SsoRefusal } from './refusal.ts'

/**
 * The id of the user in the provider's own organisation. An address counts only if it is verified and in a domain of
 * that organisation, so that one organisation's provider can never authenticate users of another. Throws SsoRefusal.
 */
export async function findPerson(app: App, provider: IdentityProvider, identity: Identity): Promise<string> {
  const bound = await app.db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .where('user_identities.issuer', '=', identity.issuer)
    .where('user_identities.subject', '=', identity.subject)
    .select(['users.id', 'users.status', 'users.organisation_id'])
    .executeTakeFirst()
  if (!bound) return bind(app, provider, identity)
  if (bound.organisation_id !== provider.organisationId) throw new SsoRefusal('unknown_user')
  if (bound.status !== 'Active') throw new SsoRefusal('disabled')
  return bound.id
}

async function bind(app: App, provider: IdentityProvider, identity: Identity): Promise<string> {
  const { email, emailVerified, issuer, subject } = identity
  if (email === undefined || !emailVerified) throw new SsoRefusal('email_not_verified')
  const domain = await app.db
    .selectFrom('mail_domains')
    .where('domain', '=', domainOf(email))
    .where('organisation_id', '=', provider.organisationId)
    .select('domain')
    .executeTakeFirst()
  if (!domain) throw new SsoRefusal('wrong_domain')
  try {
    return await change(app, systemActor('single sign-on'), async (tx, now) => {
      const user = await holdUser(tx, emailKey(email), provider.organisationId)
      await tx
        .insertInto('user_identities')
        .values({ issuer, subject, user_id: user.id, created_at: now })
        .execute()
      const events = [happened('user.identity.bound', provider, { userId: user.id, issuer })]
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
  if (!user) throw new SsoRefusal('unknown_user')
  if (user.status === 'Disabled' || user.status === 'LockedOut') throw new SsoRefusal('disabled')
  return user
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
