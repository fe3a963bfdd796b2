// What a signer does: read the document, sign it, or decline.
import { findSnapshot } from '../../../identity/users/authorization-snapshot.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { AppError, badInput, conflict, sentence } from '../../../platform/errors.ts'
import { change, systemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { todayIn } from '../../../platform/time/local-time.ts'
import { timeZoneOf } from '../../../platform/time/time-zone.ts'
import { sealCheckPage } from '../../../platform/web-addresses.ts'
import { sealForOrganisation } from '../../../seals/seal.ts'
import { checkReason } from '../frozen-document.ts'
import { recordSignedCopy } from '../record-signed-copy.ts'
import { findSignedCopy } from '../signed-copy.ts'
import { askSigners, nextSigners, renewAddress } from './ask-signers.ts'
import { currentConsent } from './consent.ts'
import { addPdfVersion, readPdf } from './document.ts'
import { endRequest } from './end-request.ts'
import { signatureEvent } from './events.ts'
import { signatureDone } from './mails.ts'
import { changeSigner, findSigners, lockRequest, type SignatureRequest } from './request.ts'
import { getProvenSigner, type KnownSigner } from './signer-access.ts'

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
): Promise<{ readonly bytes: Buffer; readonly sha256: Buffer; readonly name: string }> {
  const signer = await getProvenSigner(app, token, proof)
  const request = await change(app, bySigner, async (tx, now) => {
    const found = await lockRequest(tx, signer.organisationId, signer.requestId)
    if (signer.state !== 'Asked') return { result: found, events: [] }
    await changeSigner(tx, signer, {
      viewed_at: (eb) => eb.fn.coalesce('viewed_at', eb.val(now)),
      viewed_sha256: found.sha256,
    })
    const facts = { signer: signer.name, sha256: found.sha256.toString('hex') }
    const events = signer.viewedSha256 === null ? [signatureEvent('viewed', found, facts)] : []
    return { result: found, events }
  })
  const { organisationId, fileId, fileVersion: version, sha256 } = request
  return { ...(await readPdf(app, { organisationId, fileId, version })), sha256 }
}

export interface NewSignature {
  /** The version of the text that the signer agreed to. */
  readonly consentVersion: number
  /** Of the document that they read. */
  readonly sha256: Buffer
  /** PNG of what they drew, or typed. */
  readonly picture: Buffer
  readonly isDrawn: boolean
}

/**
 * Signs the document: puts the signature on its place, and seals it. The next signer is asked; after the last one the
 * contract is executed. Throws conflict if the document is not the one that was read, because somebody else signed it
 * meanwhile, and when it is not this signer's turn any more.
 */
export async function signHere(app: App, from: SignerBrowser, signature: NewSignature): Promise<void> {
  const signer = await getProvenSigner(app, from.token, from.proof)
  if (signature.consentVersion !== currentConsent.version)
    throw badInput('consentVersion', sentence('The text that you agree to has changed. Read it again.'))
  const { request, count } = await openRequestOf(app, signer)
  checkSignable(signer, request, signature)
  const { organisationId } = signer
  const { pdf, name } = await sealSignature(app, signer, { request, count, picture: signature.picture })
  const next = { request, pdf, name, comments: `Signed by ${signer.name}`, userId: request.createdBy }
  const isLast = await addPdfVersion(app, bySigner, next, async (tx, added) => {
    const locked = await lockRequest(tx, organisationId, request.id)
    const signers = await findSigners(tx, locked)
    const own = signers.find(({ place }) => place === signer.place)
    if (locked.state !== 'Open' || locked.expiresAt <= added.now || own?.state !== 'Asked')
      throw conflict('This request to sign has ended, or you have signed already.')
    const { consentVersion: consent, isDrawn: drawn } = signature
    const end = endOf(from, added.now)
    await changeSigner(tx, signer, { state: 'Signed', ...end, consent_version: consent, drawn })
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

interface Sealing {
  readonly request: SignatureRequest
  /** How many people sign. */
  readonly count: number
  readonly picture: Buffer
}

/** The document with the signature on its place, sealed. */
async function sealSignature(app: App, signer: KnownSigner, { request, count, picture }: Sealing) {
  const { organisationId, fileId, fileVersion: version } = request
  const { bytes, name } = await readPdf(app, { organisationId, fileId, version })
  const at = app.clock.now().toISOString().slice(0, 16).replace('T', ' ')
  const pdf = await sealForOrganisation(app, {
    organisationId,
    pdf: new Uint8Array(bytes),
    reason: reasonOf(signer),
    stamp: {
      picture: new Uint8Array(picture),
      place: signer.place,
      count,
      note: signer.isInPlace
        ? `Signed electronically by ${lettersOf(signer.name)}, ${at} UTC, in place of the person named`
        : `Signed electronically, ${at} UTC`,
    },
  })
  return { pdf, name }
}

/** The note is in a font without other letters; the seal has the name as it is. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^ -~]/g, '')
    .slice(0, 60)

/** When and where from a signer signed or declined. */
const endOf = ({ ip, browser }: SignerBrowser, now: Date) => ({ ended_at: now, address: ip, browser })

const reasonOf = ({ name, title, party }: KnownSigner): string =>
  `Signed by ${[name, title].filter((part) => part !== null).join(', ')}${party === null ? '' : ` for ${party}`}`

async function openRequestOf(app: App, { organisationId, requestId }: KnownSigner) {
  return change(app, bySigner, async (tx) => {
    const request = await lockRequest(tx, organisationId, requestId)
    const { length: count } = await findSigners(tx, request)
    return { result: { request, count }, events: [] }
  })
}

function checkSignable(signer: KnownSigner, request: SignatureRequest, { sha256 }: NewSignature): void {
  if (signer.state !== 'Asked' || request.state !== 'Open')
    throw conflict('This request to sign has ended, or you have signed already.')
  const isShown = signer.viewedSha256?.equals(sha256) === true && request.sha256.equals(sha256)
  if (!isShown)
    throw conflict('Somebody else has signed meanwhile. Read the document again, and then sign it.')
}

/** Everybody has signed: each gets the address of the document. */
async function complete(app: App, tx: Tx, request: SignatureRequest, now: Date): Promise<void> {
  const { organisationId, contractId } = request
  await endRequest(tx, request, { state: 'Completed', reason: null, now })
  const { name: contract } = await tx
    // not through access.ts: the mail is for people without an account
    .selectFrom('contracts')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', contractId)
    .select('name')
    .executeTakeFirstOrThrow()
  for (const { place, name, email } of await findSigners(tx, request)) {
    const link = await renewAddress(app, tx, { organisationId, requestId: request.id, place })
    const values = { name, contract, link, check: sealCheckPage(app.config) }
    await app.mail.write(tx, signatureDone, { organisationId, to: email, values }, now)
  }
}

/**
 * Records the signed copy in the name of the person who sent it for signature, or else of the contract's owner. Where
 * neither may any more, or something else is missing, the contract stays in Signing, and its page says that everybody
 * has signed: nobody who signs has to put that right.
 */
async function execute(
  app: App,
  { organisationId, contractId, id, createdBy }: SignatureRequest,
): Promise<void> {
  const contract = await app.db
    // not through access.ts: it is recorded in the name of somebody who is found here
    .selectFrom('contracts')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', contractId)
    .select('owner_id')
    .executeTakeFirstOrThrow()
  const request = { organisationId, id }
  const [signers, timeZone, current] = await Promise.all([
    findSigners(app.db, request),
    timeZoneOf(app.db, organisationId),
    app.db
      .selectFrom('signature_requests')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('file_version')
      .executeTakeFirstOrThrow(),
  ])
  const signatories = signers.map(({ name, title, party, endedAt }) => ({
    name,
    title,
    party,
    signedOn: todayIn(timeZone, endedAt ?? app.clock.now()).day(0),
  }))
  for (const userId of new Set([createdBy, contract.owner_id])) {
    const snapshot = await findSnapshot(app.db, userId)
    if (!snapshot) continue
    const actor: Actor = { ...snapshot, via: { kind: 'system', name: 'signature' }, requestId: null }
    const recorded = await findSignedCopy(app.db, { organisationId, id: contractId })
    const checkVersion = (version: number) => {
      if (version !== (recorded?.revision ?? 0)) throw conflict('Somebody else has recorded a signed copy.')
    }
    try {
      await recordSignedCopy(app, actor, contractId, {
        version: current.file_version,
        signatories,
        checkVersion,
      })
      return
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      app.log.warn({ err: error, contractId }, 'a contract that everybody has signed is not executed')
    }
  }
}

/** Declines to sign, which ends the request. Throws bad_request without a reason, and conflict when it has ended. */
export async function declineToSign(app: App, from: SignerBrowser, reason: string): Promise<void> {
  const said = checkReason(reason)
  const signer = await getProvenSigner(app, from.token, from.proof)
  await change(app, bySigner, async (tx, now) => {
    const request = await lockRequest(tx, signer.organisationId, signer.requestId)
    const own = (await findSigners(tx, request)).find(({ place }) => place === signer.place)
    if (request.state !== 'Open' || own?.state !== 'Asked')
      throw conflict('This request to sign has ended, or you have signed already.')
    await changeSigner(tx, signer, { state: 'Declined', ...endOf(from, now), reason: said })
    await endRequest(tx, request, { state: 'Declined', reason: said, now })
    return {
      result: undefined,
      events: [
        signatureEvent('declined', request, { signer: signer.name, reason: said, sentBy: request.createdBy }),
      ],
    }
  })
}
