// Answers of SAML providers. A browser brings them from another site, and then without its cookie: so an answer is
// checked and what it states is kept with the login attempt, and the browser comes back for it with its cookie.
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../../platform/secrets/crypto.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { spendProof } from '../second-factor/spent-proofs.ts'
import { addAttempt, attemptFrom, providerOf } from './login-attempt.ts'
import type { ProtocolClients } from './protocol-clients.ts'
import { findProvider, type SamlProvider } from './providers.ts'
import { SsoRefusal } from './refusal.ts'
import type { SamlStatement } from './saml/saml-statement.ts'
import { findServiceProvider } from './saml/saml-keys.ts'

export interface SamlAnswer {
  /** From the address that it was sent to. */
  readonly publicId: string
  /** The value of SAMLResponse. */
  readonly message: string
  /** The value of RelayState: the state of the attempt, if we sent the browser there. */
  readonly relayState: string
  readonly ip: string
}

/** Takes an answer; returns the state with which the browser goes on. Throws SsoRefusal. */
export async function takeSamlAnswer(
  app: App,
  clients: ProtocolClients,
  answer: SamlAnswer,
): Promise<string> {
  const ours = await findServiceProvider(app, { publicId: answer.publicId })
  if (!ours) throw new SsoRefusal('no_provider')
  const { organisationId } = ours
  const attempt = await findAttempt(app, answer.relayState)
  if (!attempt) return takeUnsolicited(app, clients, { ...answer, organisationId })
  const provider = await providerOf(app, attempt)
  if (provider.protocol !== 'saml' || provider.organisationId !== organisationId)
    throw new SsoRefusal('expired')
  const { nonce, codeVerifier } = attempt
  const question = { state: answer.relayState, nonce, codeVerifier }
  const stated = await clients.readAnswer(provider, { message: answer.message, question }).catch(refusalOf)
  await internalTransaction(app, async (tx) => {
    const outcome =
      stated instanceof SsoRefusal || (await isFirst(tx, provider, stated)) ? stated : replayed()
    const { numUpdatedRows } = await tx
      .updateTable('sso_visits')
      .set({ outcome: stored(outcome) })
      .where('state_hash', '=', hashOfSecret(answer.relayState))
      .where('outcome', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new SsoRefusal('expired')
  })
  return answer.relayState
}

async function findAttempt(app: App, relayState: string) {
  const row = await app.db
    .selectFrom('sso_visits')
    .where('state_hash', '=', hashOfSecret(relayState))
    .where('expires_at', '>', app.clock.now())
    .where('outcome', 'is', null)
    .selectAll()
    .executeTakeFirst()
  return row && attemptFrom(row)
}

/** An answer that nobody asked for, where the organisation allows that. */
async function takeUnsolicited(
  app: App,
  clients: ProtocolClients,
  { organisationId, message, ip }: SamlAnswer & { readonly organisationId: number },
): Promise<string> {
  const provider = await findProvider(app, { organisationId })
  if (provider?.protocol !== 'saml' || !provider.saml.idpInitiated) throw new SsoRefusal('expired')
  const stated = await clients.readAnswer(provider, { message, question: undefined })
  const question = { state: newSecret(), nonce: newSecret(), codeVerifier: '' }
  await internalTransaction(app, async (tx, now) => {
    if (!(await isFirst(tx, provider, stated))) throw replayed()
    const ofWhat = { provider_id: provider.id, outcome: stored(stated) }
    await addAttempt(tx, now, { browser: undefined, ip, question, ofWhat, returnTo: '/' })
  })
  return question.state
}

const isFirst = (tx: Tx, { organisationId, issuer }: SamlProvider, { assertionId, until }: SamlStatement) =>
  spendProof(tx, `saml ${organisationId} ${issuer} ${assertionId}`, until)

const replayed = () => {
  const advice = 'This answer was used already. Start the sign-in again.'
  return new SsoRefusal('not_valid', new Error(advice), advice)
}

function refusalOf(error: unknown): SsoRefusal {
  if (error instanceof SsoRefusal) return error
  throw error
}

const stored = (outcome: SamlStatement | SsoRefusal): string =>
  JSON.stringify(
    outcome instanceof SsoRefusal
      ? { refusal: outcome.code, advice: outcome.advice }
      : { identity: outcome.identity },
  )
