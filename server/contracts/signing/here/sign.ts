// What a signer does: read the document, sign it, or decline.
import type { App } from '../../../platform/app.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import { type AttemptLimit, reserveAttempt } from '../../../platform/secrets/attempt-limit.ts'
import { change, systemActor } from '../../../platform/events/change.ts'
import { todayIn } from '../../../platform/time/local-time.ts'
import { signsOnPage } from '../../../seals/fields/check-fields.ts'
import { sealForOrganisation } from '../../../seals/seal.ts'
import { fieldsDrawn } from '../../../seals/workers.ts'
import { checkReason } from '../frozen-document.ts'
import { askSigners, nextSigners } from './ask-signers.ts'
import { complete, execute } from './complete-request.ts'
import { currentConsent } from './consent.ts'
import { addPdfVersion, readPdf } from './document.ts'
import { endRequest } from './end-request.ts'
import { signatureEvent } from './events.ts'
import { findFields, type SignatureField } from './fields.ts'
import { fillFields, type FilledFields, type GivenValue, storeValues } from './fill-fields.ts'
import { changeSigner, findRequest, findSigners, lockRequest, type SignatureRequest } from './request.ts'
import { signingHere } from './signing-here.ts'
import { getProvenSigner, holdSigner, type KnownSigner } from './signer-access.ts'
import { dayText } from '../../../platform/time/written-times.ts'

// a signature takes a document worker, also one that is refused for its picture or its texts
const signatureTries: AttemptLimit = { name: 'signature-tries', most: 30, minutes: 30 }

/** Where a signer acts from. */
export interface SignerBrowser {
  readonly token: string
  readonly proof: string
  readonly ip: string
  readonly browser: string
}

const bySigner = systemActor('signer')

/** The document as it is now, which the signer has then been shown. */
export async function readForSigner(
  app: App,
  { token, proof }: Pick<SignerBrowser, 'token' | 'proof'>,
): Promise<{ readonly bytes: Buffer; readonly sha256: Buffer }> {
  const signer = await getProvenSigner(app, token, proof)
  const request = (await asShownBefore(app, signer)) ?? (await recordView(app, signer))
  return { bytes: await signingHere(app).document(request), sha256: request.sha256 }
}

/** The request, if there is nothing to record: they have seen this document, or it is not their turn. */
async function asShownBefore(app: App, signer: KnownSigner): Promise<SignatureRequest | undefined> {
  const { organisationId, requestId: id } = signer
  const found = await findRequest(app.db, { organisationId, id })
  return signer.state !== 'Asked' || (found && signer.viewedSha256?.equals(found.sha256)) ? found : undefined
}

const recordView = (app: App, signer: KnownSigner): Promise<SignatureRequest> =>
  change(app, bySigner, async (tx, now) => {
    const found = await lockRequest(tx, signer.organisationId, signer.requestId)
    await holdSigner(tx, signer)
    await changeSigner(tx, signer, {
      viewed_at: (eb) => eb.fn.coalesce('viewed_at', eb.val(now)),
      viewed_sha256: found.sha256,
    })
    const facts = { signer: signer.name, sha256: found.sha256.toString('hex') }
    const events = signer.viewedSha256 === null ? [signatureEvent('viewed', found, facts)] : []
    return { result: found, events }
  })

export interface NewSignature {
  /** The version of the text that the signer agreed to. */
  readonly consentVersion: number
  /** Of the document that they read. */
  readonly sha256: Buffer
  /** PNG of what they drew, or typed. */
  readonly picture: Buffer
  readonly isDrawn: boolean
  /** PNG, for those who have fields for their initials. */
  readonly initials: Buffer | undefined
  readonly fields: readonly GivenValue[]
}

/**
 * Signs the document: puts the signature on its place and what the signer filled in on its fields, and seals it. The
 * next signer is asked; after the last one the contract is executed. Throws conflict if the document is not the one
 * that was read, because somebody else signed it meanwhile, and when it is not this signer's turn any more; bad_request
 * for fields that are empty, or somebody else's; too_many_requests for more than 30 tries within half an hour.
 */
export async function signHere(app: App, from: SignerBrowser, signature: NewSignature): Promise<void> {
  const signer = await getProvenSigner(app, from.token, from.proof)
  if (signature.consentVersion !== currentConsent.version)
    throw badInput('consentVersion', sentence('The text that you agree to has changed. Read it again.'))
  const { request, count, fields } = await openRequestOf(app, signer)
  checkSignable(signer, request, signature)
  const filled = fill(app, signer, fields, signature)
  const { organisationId } = signer
  await countTry(app, signer)
  const { pdf, name } = await sealSignature(app, signer, { request, count, fields, filled, signature })
  const next = {
    request,
    pdf,
    name,
    comments: `Signed by ${signer.name}`,
    guest: `${signer.name} <${signer.email}>`,
    userId: request.createdBy,
  }
  const isLast = await addPdfVersion(app, bySigner, next, async (tx, added) => {
    const locked = await lockRequest(tx, organisationId, request.id)
    await holdSigner(tx, signer)
    const signers = await findSigners(tx, locked)
    const own = signers.find(({ place }) => place === signer.place)
    if (locked.state !== 'Open' || locked.expiresAt <= added.now || own?.state !== 'Asked')
      throw conflict('This request to sign has ended, or you have signed already.')
    const { consentVersion: consent, isDrawn: drawn } = signature
    const end = endOf(from, added.now)
    await changeSigner(tx, signer, { state: 'Signed', ...end, consent_version: consent, drawn })
    await storeValues(tx, signer, filled.values)
    const signed = { ...locked, fileVersion: added.version, sha256: added.sha256 }
    await tx
      .updateTable('signature_requests')
      .set({ file_version: added.version, sha256: added.sha256 })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', request.id)
      .execute()
    const left = signers.map((each) => (each === own ? { ...each, state: 'Signed' as const } : each))
    const facts = {
      signer: signer.name,
      version: added.version,
      shown: signature.sha256.toString('hex'),
      sha256: added.sha256.toString('hex'),
      consent,
      ...(own.needsApp ? { confirmedWith: 'Authenticator app' } : {}),
    }
    const events = [signatureEvent('signed', signed, facts)]
    const done = left.every(({ state }) => state === 'Signed')
    if (done) {
      await complete(app, tx, signed, added.now)
      events.push(signatureEvent('completed', signed, { sentBy: signed.createdBy }))
    } else
      await askSigners(app, tx, {
        request: signed,
        signers: nextSigners(locked.inOrder, left),
        now: added.now,
      })
    return { result: done, events }
  })
  if (isLast) await execute(app, request)
}

const countTry = (app: App, { organisationId, requestId, place }: KnownSigner): Promise<unknown> =>
  reserveAttempt(app, signatureTries, { subject: `${organisationId} ${requestId} ${place}`, ip: '' })

/** What they fill in, with their name and the day where these go. */
const fill = (
  app: App,
  signer: KnownSigner,
  fields: readonly SignatureField[],
  { fields: given }: NewSignature,
): FilledFields =>
  fillFields({
    fields: fields.filter(({ place }) => place === signer.place),
    given,
    name: signer.name,
    day: dayText(todayIn(signer.timeZone, app.clock.now()).day(0)),
    caption: `Signed electronically, ${momentOf(app)} UTC${howOf(signer)}`,
  })

const howOf = ({ needsApp }: KnownSigner) => (needsApp ? ', confirmed with an app' : '')

const momentOf = ({ clock }: App) => clock.now().toISOString().slice(0, 16).replace('T', ' ')

interface Sealing {
  readonly request: SignatureRequest
  /** How many people sign. */
  readonly count: number
  /** Those of all signers. */
  readonly fields: readonly SignatureField[]
  readonly filled: FilledFields
  readonly signature: NewSignature
}

/** The document with the signature on its place and the fields filled in, sealed. */
async function sealSignature(app: App, signer: KnownSigner, sealing: Sealing) {
  const { request, count, fields, filled, signature } = sealing
  const { organisationId, fileId, fileVersion: version } = request
  const { bytes, name } = await readPdf(app, { organisationId, fileId, version })
  const picture = new Uint8Array(signature.picture)
  const of = { organisationId, input: 'fields' }
  const { drawings } = filled
  const initials = signature.initials && new Uint8Array(signature.initials)
  const drawn =
    drawings.length === 0
      ? new Uint8Array(bytes)
      : await app.documents.run(
          fieldsDrawn,
          { bytes: new Uint8Array(bytes), drawings, pictures: { signature: picture, initials } },
          of,
        )
  const places = Array.from({ length: count }, (_, place) => place)
  const onPage = places.filter((place) => signsOnPage(fields, place))
  const stamp = {
    picture,
    place: onPage.indexOf(signer.place),
    count: onPage.length,
    note: signer.isInPlace
      ? `Signed electronically by ${signer.name}, ${momentOf(app)} UTC${howOf(signer)}, in place of the person named`
      : `Signed electronically, ${momentOf(app)} UTC${howOf(signer)}`,
  }
  const pdf = await sealForOrganisation(app, {
    organisationId,
    pdf: drawn,
    reason: reasonOf(signer),
    ...(stamp.place < 0 ? {} : { stamp }),
  })
  return { pdf, name }
}

/** When and where from a signer signed or declined. */
const endOf = ({ ip, browser }: SignerBrowser, now: Date) => ({ ended_at: now, address: ip, browser })

const reasonOf = ({ name, title, party }: KnownSigner): string =>
  `Signed by ${[name, title].filter((part) => part !== null).join(', ')}${party === null ? '' : ` for ${party}`}`

async function openRequestOf(app: App, { organisationId, requestId }: KnownSigner) {
  return change(app, bySigner, async (tx) => {
    const request = await lockRequest(tx, organisationId, requestId)
    const { length: count } = await findSigners(tx, request)
    const fields = await findFields(tx, { organisationId, requestIds: [request.id] })
    return { result: { request, count, fields }, events: [] }
  })
}

function checkSignable(signer: KnownSigner, request: SignatureRequest, { sha256 }: NewSignature): void {
  if (signer.state !== 'Asked' || request.state !== 'Open')
    throw conflict('This request to sign has ended, or you have signed already.')
  const isShown = signer.viewedSha256?.equals(sha256) === true && request.sha256.equals(sha256)
  if (!isShown)
    throw conflict('Somebody else has signed meanwhile. Read the document again, and then sign it.')
}

/** Declines to sign, which ends the request. Throws bad_request without a reason, and conflict when it has ended. */
export async function declineToSign(app: App, from: SignerBrowser, reason: string): Promise<void> {
  const said = checkReason(reason)
  const signer = await getProvenSigner(app, from.token, from.proof)
  await change(app, bySigner, async (tx, now) => {
    const request = await lockRequest(tx, signer.organisationId, signer.requestId)
    await holdSigner(tx, signer)
    const own = (await findSigners(tx, request)).find(({ place }) => place === signer.place)
    if (request.state !== 'Open' || own?.state !== 'Asked')
      throw conflict('This request to sign has ended, or you have signed already.')
    await changeSigner(tx, signer, { state: 'Declined', ...endOf(from, now), reason: said })
    const left = await endRequest(tx, request, { state: 'Declined', reason: said, now })
    return {
      result: undefined,
      events: [
        signatureEvent('declined', request, { signer: signer.name, reason: said, sentBy: request.createdBy }),
        ...left,
      ],
    }
  })
}
