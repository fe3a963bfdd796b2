// Somebody else signs in place of a signer: the sender replaces them, or they hand over. The place in the order stays,
// the old address opens nothing any more, and the document is as it was.
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, clipped, conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { change, systemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { unsafeCharacters } from '../../../platform/shown-names.ts'
import { textsChecked } from '../../../seals/workers.ts'
import { askSigners } from './ask-signers.ts'
import { checkReason } from '../frozen-document.ts'
import { checkSignedHere, type OfContract, withOpenRequest } from './end-request.ts'
import { signatureEvent } from './events.ts'
import {
  changeSigner,
  type EarlierSigner,
  findSigners,
  lockRequest,
  type NewSigner,
  type SignatureRequest,
  type Signer,
} from './request.ts'
import { checkSigner } from './send-request.ts'
import type { SignerBrowser } from './sign.ts'
import { forgetApp } from './signer-app.ts'
import { getProvenSigner, holdSigner } from './signer-access.ts'

// a document that goes from hand to hand is not signed
const mostEarlier = 10
/** Of a reason, in the mail to who signs instead. */
const longestLine = 200

/**
 * Asks somebody else in place of a signer. Throws bad_request for a name that the document cannot show, conflict for
 * one who has signed, and when the request has ended.
 */
export async function replaceSigner(
  app: App,
  actor: Actor,
  of: OfContract,
  { place, reason, ...next }: NewSigner & { readonly place: number; readonly reason: string },
): Promise<void> {
  const said = checkReason(reason)
  checkSigner(next, '')
  await checkShown(app, actor, next)
  await withOpenRequest(app, actor, of, async (tx, request, now) => {
    checkSignedHere(request)
    const signer = (await findSigners(tx, request)).find((each) => each.place === place)
    if (!signer) throw badInput('place', 'must be that of a signer.')
    await putInPlace(app, tx, request, { signer, next, reason: said, by: 'Sender', now })
    const facts = { from: personOf(signer), to: personOf(next), reason: said }
    return { result: undefined, events: [signatureEvent('replaced', request, facts)] }
  })
}

/**
 * Hands over to somebody else, who is asked in place of this signer. Throws forbidden where the sender does not want
 * it, and conflict when the request has ended.
 */
export async function handOver(
  app: App,
  from: SignerBrowser,
  { name, email, reason }: Pick<NewSigner, 'name' | 'email'> & { readonly reason: string },
): Promise<void> {
  const said = checkReason(reason)
  const own = await getProvenSigner(app, from.token, from.proof)
  // what they sign as is theirs; the party that is signed for stays
  const next = { name, email, title: null, party: own.party }
  checkSigner(next, '')
  await checkShown(app, own, next)
  await change(app, systemActor('signer'), async (tx, now) => {
    const request = await lockRequest(tx, own.organisationId, own.requestId)
    if (!request.mayHandOver)
      throw forbidden('The sender wants nobody else to sign. Decline, with the name of who should sign.')
    if (request.state !== 'Open' || request.expiresAt <= now)
      throw conflict('This request to sign has ended.')
    await holdSigner(tx, own)
    const signer = (await findSigners(tx, request)).find((each) => each.place === own.place)
    if (!signer) throw notFound()
    await putInPlace(app, tx, request, { signer, next, reason: said, by: 'Signer', now })
    const facts = {
      from: personOf(signer),
      to: personOf(next),
      reason: said,
      signer: signer.name,
      sentBy: request.createdBy,
      address: from.ip,
    }
    return { result: undefined, events: [signatureEvent('handedOver', request, facts)] }
  })
}

async function checkShown(
  app: App,
  { organisationId }: Pick<Actor, 'organisationId'>,
  { name, title, party }: NewSigner,
): Promise<void> {
  const texts = Object.entries({ name, title, party }).flatMap(([input, text]) =>
    text === null ? [] : [{ text, input }],
  )
  await app.documents.run(textsChecked, texts, { organisationId, input: 'name' })
}

const personOf = ({ name, email }: Pick<NewSigner, 'name' | 'email'>): string => `${name} <${email}>`

interface Replacement {
  readonly signer: Signer
  readonly next: NewSigner
  readonly reason: string
  readonly by: EarlierSigner['by']
  readonly now: Date
}

async function putInPlace(
  app: App,
  tx: Tx,
  request: SignatureRequest,
  { signer, next, reason, by, now }: Replacement,
): Promise<void> {
  if (signer.state !== 'Asked' && signer.state !== 'Waiting')
    throw conflict(`${signer.name} has signed already.`)
  if (signer.earlier.length >= mostEarlier)
    throw conflict(`This place has been passed on ${mostEarlier} times. Void the request, and send it again.`)
  const { name, email, title, party, place } = signer
  const earlier = [...signer.earlier, { name, email, title, party, reason, by, at: now.toISOString() }]
  const key = { organisationId: request.organisationId, requestId: request.id, place }
  await changeSigner(tx, key, {
    ...next,
    earlier: sql<never>`${JSON.stringify(earlier)}::jsonb`,
    secret_hash: null,
    proof_hash: null,
    code_hash: null,
    viewed_at: null,
    viewed_sha256: null,
    app_proof_hash: null,
    app_confirmed_at: null,
  })
  // they set up an app of their own
  await forgetApp(tx, key)
  if (signer.state === 'Waiting') return
  // signers have no account: what they write to others from here is a line
  const line = clipped(reason.replaceAll(unsafeCharacters, ' '), longestLine)
  const passed = `In place of ${name}: ${line}`
  const message = request.message === null ? passed : `${request.message}\n\n${passed}`
  await askSigners(app, tx, { request: { ...request, message }, signers: [{ ...signer, ...next }], now })
}
