// A login attempt at the identity provider: the user is sent there and returns in the same browser, once, within ten
// minutes. A test of settings that do not count yet is the same, except that nobody is signed in.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { badInput, notFound, sentence } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { hashOfSecret, newSecret, sameHash } from '../../../platform/secrets/crypto.ts'
import { type AttemptLimit, reserveAttempt } from '../../../platform/secrets/attempt-limit.ts'
import {
  checkRowLimit,
  networkHash,
  type UnauthenticatedTable,
} from '../../../platform/unauthenticated-rows.ts'
import { passFirstFactor, type SigningBrowser } from '../second-factor/pending-sign-in.ts'
import { domainOf } from '../../users/email-addresses.ts'
import type { Identity, Question } from './identity.ts'
import { findPerson } from './person.ts'
import { findDraft } from './provider-drafts.ts'
import { recordTest } from './provider-tests.ts'
import { findProvider, type IdentityProvider } from './providers.ts'
import type { ProtocolClients } from './protocol-clients.ts'
import { SsoRefusal } from './refusal.ts'

const attemptMinutes = 10
/** The page on which administrators see what came of a test. */
const testPage = '/security/provider'
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
export async function startLoginAttempt(
  app: App,
  clients: ProtocolClients,
  departure: Departure,
): Promise<string> {
  const { browser, ip, email, returnTo } = departure
  await reserveAttempt(app, starts, { subject: '', ip })
  const provider = await findProvider(app, { domain: domainOf(email) })
  if (!provider) throw new SsoRefusal('no_provider')
  const question = newQuestion()
  const address = await clients.addressFor(provider, question, email)
  await internalTransaction(app, (tx, now) =>
    addAttempt(tx, now, { browser, ip, question, ofWhat: { provider_id: provider.id }, returnTo }),
  )
  return address
}

/**
 * Starts a test of the settings that the actor's organisation prepares, in the actor's browser; returns the provider's
 * address. Throws not_found without such settings, and bad_request if they do not even lead to the provider.
 */
export async function startProviderTest(
  app: App,
  clients: ProtocolClients,
  actor: Actor,
  { browser, ip }: Pick<Departure, 'browser' | 'ip'>,
): Promise<string> {
  const draft = await findDraft(app, actor.organisationId)
  if (!draft) throw notFound()
  const question = newQuestion()
  const address = await clients.addressFor(draft.provider, question, undefined).catch((error: unknown) => {
    if (!(error instanceof SsoRefusal)) throw error
    throw badInput('issuer', sentence(error.advice ?? 'The provider cannot be reached'))
  })
  const { provider, revision } = draft
  const ofWhat = { test_of: provider.organisationId, test_revision: revision, tested_by: actor.userId }
  await internalTransaction(app, (tx, now) =>
    addAttempt(tx, now, { browser, ip, question, ofWhat, returnTo: testPage }),
  )
  return address
}

const newQuestion = (): Question => ({ state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() })

interface NewAttempt {
  /** Undefined if any browser may go on. */
  readonly browser: string | undefined
  readonly ip: string
  readonly question: Question
  readonly ofWhat:
    | { readonly provider_id: number; readonly outcome?: string }
    | { readonly test_of: number; readonly test_revision: string; readonly tested_by: string }
  readonly returnTo: string
}

/** Adds an attempt, unless there are too many from one network. */
export async function addAttempt(
  tx: Tx,
  now: Date,
  { browser, ip, question, ofWhat, returnTo }: NewAttempt,
): Promise<void> {
  const network = networkHash(ip)
  await checkRowLimit(tx, loginAttempts, network, now)
  await tx
    .insertInto('sso_visits')
    .values({
      state_hash: hashOfSecret(question.state),
      browser_hash: browser === undefined ? anyBrowser : hashOfSecret(browser),
      network,
      nonce: question.nonce,
      code_verifier: question.codeVerifier,
      return_to: safeReturn(returnTo),
      expires_at: new Date(now.getTime() + attemptMinutes * 60_000),
      ...ofWhat,
    })
    .execute()
}

// no hash is empty
const anyBrowser = Buffer.alloc(0)

export interface Arrival extends SigningBrowser {
  /** The query of the URL, unchanged. */
  readonly query: string
  /** Who is signed in in the browser already. */
  readonly signedIn: string | undefined
}

/** Where somebody goes who has returned. */
export interface Landing {
  /** The secret of the session's cookie; undefined if none was started. */
  readonly secret: string | undefined
  /** Whether a second factor is still needed. */
  readonly isPending: boolean
  /** The page they wanted. */
  readonly returnTo: string
}

/** Starts a session for the user who has returned, unless a second factor is needed. Throws SsoRefusal. */
export async function finishLoginAttempt(
  app: App,
  clients: ProtocolClients,
  arrival: Arrival,
): Promise<Landing> {
  const state = new URLSearchParams(arrival.query).get('state') ?? ''
  const attempt = await consumeAttempt(app, state, arrival.browser)
  const { test, isOfAnyBrowser, returnTo } = attempt
  const found = await providerOf(app, attempt)
  const came = await whatCame(clients, found, attempt, { state, query: arrival.query })
  if (test) {
    await recordTest(app, { provider: found, ...test, came })
    return { secret: undefined, isPending: false, returnTo }
  }
  if (came instanceof SsoRefusal) throw came
  const userId = await findPerson(app, found, came)
  // somebody who lures others here with a sign-in of their own must not take over a browser in use
  if (isOfAnyBrowser && arrival.signedIn !== undefined && arrival.signedIn !== userId) {
    throw new SsoRefusal('signed_in')
  }
  const { browser, device, deviceSecret } = arrival
  const secret = await internalTransaction(app, (tx, now) =>
    passFirstFactor(app, tx, { userId, method: 'sso', browser, device, deviceSecret }, now),
  )
  return { secret, isPending: secret === undefined, returnTo }
}

/** The provider an attempt is at. Throws SsoRefusal if it is not any more. */
export async function providerOf(
  app: App,
  { providerId, test }: Pick<Attempt, 'providerId' | 'test'>,
): Promise<IdentityProvider> {
  if (test) {
    const draft = await findDraft(app, test.organisationId)
    if (draft?.revision !== test.revision) throw new SsoRefusal('expired')
    return draft.provider
  }
  const provider = providerId === null ? undefined : await findProvider(app, { id: providerId })
  if (!provider) throw new SsoRefusal('no_provider')
  return provider
}

async function whatCame(
  clients: ProtocolClients,
  provider: IdentityProvider,
  { outcome, nonce, codeVerifier }: Attempt,
  { state, query }: { readonly state: string; readonly query: string },
): Promise<Identity | SsoRefusal> {
  if (provider.protocol === 'saml') return outcome ?? new SsoRefusal('expired')
  return clients.identify(provider, { state, nonce, codeVerifier }, query).catch((error: unknown) => {
    if (error instanceof SsoRefusal) return error
    throw error
  })
}

interface Attempt {
  readonly providerId: number | null
  readonly nonce: string
  readonly codeVerifier: string
  readonly returnTo: string
  readonly isOfAnyBrowser: boolean
  /** What a SAML provider stated; null if nothing yet. */
  readonly outcome: Identity | SsoRefusal | null
  readonly test:
    | { readonly organisationId: number; readonly revision: string; readonly userId: string }
    | undefined
}

/** The attempt, deleted so that it cannot be used twice. Another browser can neither end it nor learn of it. */
async function consumeAttempt(app: App, state: string, browser: string): Promise<Attempt> {
  const row = await internalTransaction(app, async (tx) => {
    const hash = hashOfSecret(state)
    const found = await tx
      .selectFrom('sso_visits')
      .where('state_hash', '=', hash)
      .select('browser_hash')
      .executeTakeFirst()
    if (!found || !isTheirs(found.browser_hash, browser)) return undefined
    return tx.deleteFrom('sso_visits').where('state_hash', '=', hash).returningAll().executeTakeFirst()
  })
  if (!row || row.expires_at <= app.clock.now()) throw new SsoRefusal('expired')
  return attemptFrom(row)
}

const isTheirs = (hash: Buffer, browser: string): boolean =>
  hash.length === 0 || sameHash(hash, hashOfSecret(browser))

type StoredOutcome =
  | { readonly identity: Identity }
  | { readonly refusal: SsoRefusal['code']; readonly advice?: string }

/** The attempt in a row. */
export function attemptFrom(row: {
  readonly provider_id: number | null
  readonly nonce: string
  readonly code_verifier: string
  readonly return_to: string
  readonly browser_hash: Buffer
  readonly outcome: unknown
  readonly test_of: number | null
  readonly test_revision: string | null
  readonly tested_by: string | null
}): Attempt {
  const { test_of: organisationId, test_revision: revision, tested_by: userId } = row
  const stored = row.outcome as StoredOutcome | null
  return {
    providerId: row.provider_id,
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
    returnTo: row.return_to,
    isOfAnyBrowser: row.browser_hash.length === 0,
    outcome:
      stored === null
        ? null
        : 'identity' in stored
          ? stored.identity
          : new SsoRefusal(stored.refusal, stored.advice && new Error(stored.advice), stored.advice),
    test:
      organisationId === null || revision === null || userId === null
        ? undefined
        : { organisationId, revision, userId },
  }
}

/** A route of the web app; anything that could lead elsewhere becomes its first page. */
const safeReturn = (returnTo: string): string =>
  /^\/(?![/\\])[\x21-\x7e]{0,1999}$/.test(returnTo) && !/[\\<>"]/.test(returnTo) ? returnTo : '/'
