// A visit to the identity provider: the person is sent there and comes back in the same browser, once, within ten minutes.
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/change.ts'
import { hashOfSecret, newSecret, sameHash } from '../../platform/secrets/crypto.ts'
import { type AttemptLimit, reserveAttempt } from '../../platform/secrets/attempt-limit.ts'
import { checkRowLimit, networkHash, type UnauthenticatedTable } from '../../platform/unauthenticated-rows.ts'
import type { Device } from '../devices.ts'
import { beginSession } from '../session.ts'
import { domainOf } from '../../users/email-addresses.ts'
import type { OpenId } from './openid.ts'
import { findPerson } from './person.ts'
import { findProvider } from './providers.ts'
import { SsoRefusal } from './refusal.ts'

const visitMinutes = 10
const starts: AttemptLimit = { name: 'single sign-on', most: 1_000, minutes: 15 }
// everybody of an office may sign in at nine
const visits: UnauthenticatedTable = {
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

/** Notes the visit and answers where the person is sent. Throws SsoRefusal. */
export async function beginVisit(app: App, openId: OpenId, departure: Departure): Promise<string> {
  await reserveAttempt(app, starts, { subject: '', ip: departure.ip })
  const provider = await findProvider(app, { domain: domainOf(departure.email) })
  if (!provider) throw new SsoRefusal('no_provider')
  const question = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
  const address = await openId.addressFor(provider, question, departure.email)
  const network = networkHash(departure.ip)
  await internalTransaction(app, async (tx, now) => {
    await checkRowLimit(tx, visits, network, now)
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
        expires_at: new Date(now.getTime() + visitMinutes * 60_000),
      })
      .execute()
  })
  return address
}

export interface Arrival {
  /** The query of the address, as it came. */
  readonly query: string
  readonly browser: string | undefined
  readonly device: Device
}

/** Begins a session for the person who came back; answers the secret of its cookie and where they wanted to go. Throws SsoRefusal. */
export async function endVisit(
  app: App,
  openId: OpenId,
  arrival: Arrival,
): Promise<{ readonly secret: string; readonly returnTo: string }> {
  const state = new URLSearchParams(arrival.query).get('state') ?? ''
  const visit = await takeVisit(app, state, arrival.browser)
  const provider = await findProvider(app, { id: visit.provider_id })
  if (!provider) throw new SsoRefusal('no_provider')
  const question = { state, nonce: visit.nonce, codeVerifier: visit.code_verifier }
  const identity = await openId.identify(provider, question, arrival.query)
  const userId = await findPerson(app, provider, identity)
  const { device } = arrival
  const secret = await internalTransaction(app, (tx, now) =>
    beginSession(tx, { userId, method: 'sso', device }, now),
  )
  return { secret, returnTo: visit.return_to }
}

/** The visit, taken away so that nobody comes back from it twice. Another browser neither ends it nor learns of it. */
async function takeVisit(app: App, state: string, browser: string | undefined) {
  const visit = await internalTransaction(app, async (tx) => {
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
  if (!visit || visit.expires_at <= app.clock.now()) throw new SsoRefusal('expired')
  return visit
}

/** A route of the web app; anything that could lead elsewhere becomes its first page. */
export const safeReturn = (returnTo: string): string =>
  /^\/(?![/\\])[\x21-\x7e]{0,1999}$/.test(returnTo) && !/[\\<>"]/.test(returnTo) ? returnTo : '/'
