// Signing in with a password, and the sign-in method of a mail domain.
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import {
  resetAttempts,
  releaseAttempt,
  type AttemptLimit,
  reserveAttempt,
} from '../../platform/secrets/attempt-limit.ts'
import { domainOf, ownsAddress } from '../users/email-addresses.ts'
import { emailKey } from '../users/user.ts'
import { verifyPassword } from './passwords.ts'
import { isKnownDevice } from './second-factor/known-devices.ts'
import { passFirstFactor, type SigningBrowser } from './second-factor/pending-sign-in.ts'
import { isBreakGlass } from './second-factor/second-factor.ts'

// per account and address, so that nobody can lock out a colleague from elsewhere
const perAccount: AttemptLimit = { name: 'password', most: 10, minutes: 15 }
// one address that tries many accounts; high enough for an office behind one address
const perAddress: AttemptLimit = { name: 'sign-in', most: 100, minutes: 15 }
// a browser in which the person has signed in before: nobody else at its address locks it out
const perDevice: AttemptLimit = { name: 'password in a known browser', most: 10, minutes: 15 }

export interface PasswordSignIn extends SigningBrowser {
  readonly email: string
  readonly password: string
  readonly ip: string
}

/**
 * Starts a session for the user with this password and returns the secret for the cookie; undefined if a second factor
 * is still needed. Whatever is wrong, response and timing are the same: unauthorized. Too many failures for one account
 * from one address are too_many_requests; a browser in which the person has signed in before is counted by itself.
 */
export async function signInWithPassword(
  app: App,
  { email, password, ip, ...signing }: PasswordSignIn,
): Promise<string | undefined> {
  const key = emailKey(email)
  const counts = (await isKnownDevice(app.db, key, signing.deviceSecret))
    ? ([[perDevice, { subject: `${key} ${signing.deviceSecret}`, ip: '' }]] as const)
    : ([
        [perAddress, { subject: '', ip }],
        [perAccount, { subject: key, ip }],
      ] as const)
  for (const [limit, source] of counts) await reserveAttempt(app, limit, source)
  const user = await app.db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('users.email_key', '=', key)
    .where(ownsAddress)
    .select(['users.id', 'users.status', 'users.password_hash'])
    .select((eb) =>
      eb.or([eb('organisations.local_accounts', '=', true), isBreakGlass]).as('may_use_password'),
    )
    .executeTakeFirst()
  const fits = await verifyPassword(user?.password_hash, password)
  if (!user || !fits || user.status !== 'Active' || !user.may_use_password) {
    throw new AppError('unauthorized', 'Email or password incorrect')
  }
  return internalTransaction(app, async (tx, now) => {
    for (const [limit, source] of counts)
      await (limit === perAddress ? releaseAttempt : resetAttempts)(tx, limit, source)
    return passFirstFactor(app, tx, { userId: user.id, method: 'password', ...signing }, now)
  })
}

/** The provider that users of this address's domain sign in with; undefined if they use a password. */
export async function findProviderOf(app: Pick<App, 'db'>, email: string) {
  return app.db
    .selectFrom('mail_domains')
    .innerJoin('identity_providers', 'identity_providers.organisation_id', 'mail_domains.organisation_id')
    .where('mail_domains.domain', '=', domainOf(email))
    .where('identity_providers.enabled', '=', true)
    .select(['identity_providers.id', 'identity_providers.name'])
    .executeTakeFirst()
}
