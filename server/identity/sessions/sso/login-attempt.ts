// A login attempt at the identity provider: the user is sent there and returns in the same browser, once, within ten
// minutes.
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { hashOfSecret, newSecret, sameHash } from '../../../platform/secrets/crypto.ts'
import { type AttemptLimit, reserveAttempt } from '../../../platform/secrets/attempt-limit.ts'
import {
  checkRowLimit,
  networkHash,
  type UnauthenticatedTable,
} from '../../../platform/unauthenticated-rows.ts'
import { passFirstFactor, type SigningBrowser } from '../second-factor/pending-sign-in.ts'
import { domainOf } from '../../users/email-addresses.ts'
import type { OpenId } from './openid.ts'
import { findPerson } from './person.ts'
import { findProvider } from './providers.ts'
import { SsoRefusal } from './refusal.ts'

const attemptMinutes = 10
const starts: AttemptLimit = { name: 'single sign-on', most: 1_000, minutes: 15 }
// everyone in an office may sign in at nine
const loginAttempts: UnauthenticatedTable = {
  table: 'sso_visits',
  key: 'state_hash',
  mostOfNetwork: 1_000,
  mostInAll: 20_000,
}

export interface Departure {
  readonly email: string
  readonly returnTo: string
  /** The secret of the browser's cookie. */
  readonly browser: string
  readonly ip: string
}

/** Records the attempt and returns the provider's address. Throws SsoRefusal. */
export async function startLoginAttempt(app: App, openId: OpenId, departure: Departure): Promise<string> {
  await reserveAttempt(app, starts, { subject: '', ip: departure.ip })
  const provider = await findProvider(app, { domain: domainOf(departure.email) })
  if (!provider) throw new SsoRefusal('no_provider')
  const question = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
  const address = await openId.addressFor(provider, question, departure.email)
  const network = networkHash(departure.ip)
  await internalTransaction(app, async (tx, now) => {
    await checkRowLimit(tx, loginAttempts, network, now)
    await tx
      .insertInto('sso_visits')
      .values({
        state_hash: hashOfSecret(question.state),
        browser_hash: hashOfSecret(departure.browser),
        network,
        provider_id: provider.id,
        nonce: question.nonce,
        code_verifier: question.codeVerifier,
        return_to: safeReturn(departure.returnTo),
        expires_at: new Date(now.getTime() + attemptMinutes * 60_000),
      })
      .execute()
  })
  return address
}

export interface Arrival extends Omit<SigningBrowser, 'browser'> {
  /** The query of the URL, unchanged. */
  readonly query: string
  readonly browser: string | undefined
}

/** Where somebody goes who has returned. */
export interface Landing {
  /** The secret of the session's cookie; undefined if a second factor is still needed. */
  readonly secret: string | undefined
  /** The page they wanted. */
  readonly returnTo: string
}

/** Starts a session for the user who has returned, unless a second factor is needed. Throws SsoRefusal. */
export async function finishLoginAttempt(app: App, openId: OpenId, arrival: Arrival): Promise<Landing> {
  const state = new URLSearchParams(arrival.query).get('state') ?? ''
  const attempt = await consumeLoginAttempt(app, state, arrival.browser)
  const provider = await findProvider(app, { id: attempt.provider_id })
  if (!provider) throw new SsoRefusal('no_provider')
  const question = { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier }
  const identity = await openId.identify(provider, question, arrival.query)
  const userId = await findPerson(app, provider, identity)
  const { browser = '', device, deviceSecret } = arrival
  const secret = await internalTransaction(app, (tx, now) =>
    passFirstFactor(app, tx, { userId, method: 'sso', browser, device, deviceSecret }, now),
  )
  return { secret, returnTo: attempt.return_to }
}

/** The attempt, deleted so that it cannot be used twice. Another browser can neither end it nor learn of it. */
async function consumeLoginAttempt(app: App, state: string, browser: string | undefined) {
  const attempt = await internalTransaction(app, async (tx) => {
    const hash = hashOfSecret(state)
    const found = await tx
      .selectFrom('sso_visits')
      .where('state_hash', '=', hash)
      .select('browser_hash')
      .executeTakeFirst()
    if (!found || browser === undefined || !sameHash(found.browser_hash, hashOfSecret(browser)))
      return undefined
    return tx
      .deleteFrom('sso_visits')
      .where('state_hash', '=', hash)
      .returning(['provider_id', 'nonce', 'code_verifier', 'return_to', 'expires_at'])
      .executeTakeFirst()
  })
  if (!attempt || attempt.expires_at <= app.clock.now()) throw new SsoRefusal('expired')
  return attempt
}

/** A route of the web app; anything that could lead elsewhere becomes its first page. */
const safeReturn = (returnTo: string): string =>
  /^\/(?![/\\])[\x21-\x7e]{0,1999}$/.test(returnTo) && !/[\\<>"]/.test(returnTo) ? returnTo : '/'
