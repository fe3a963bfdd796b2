// Who a signer is: their address, then the code that was sent to their mail, then the proof that their browser shows.
import { sql } from 'kysely'
import type { App } from '../../../platform/app.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { hashOfSecret, sameHash } from '../../../platform/secrets/crypto.ts'
import { holdGuest, type ProvenGuest } from '../../../platform/secrets/proven-guest.ts'
import {
  checkProof,
  type CodeOwner,
  guestSubject,
  type KeptCode,
  type KeptProof,
  newCode,
  readToken,
  takeCode,
} from '../../../platform/secrets/mailed-code.ts'
import type { FoundTrait } from '../../../platform/documents/pdf/changeable/traits.ts'
import { madeFixedOf } from './fixed-document.ts'
import { signingCode } from './mails.ts'
import { changeSigner, type RequestState, type Signer, type SignerKey } from './request.ts'

/** How long the signed document can be downloaded by those who signed it. */
const downloadLives = 30 * 24 * 60 * 60_000

/** A signer who opened their address, with their request. */
export interface KnownSigner extends SignerKey, KeptCode, KeptProof, ProvenGuest {
  readonly contractId: number
  readonly title: string | null
  readonly party: string | null
  readonly state: Signer['state']
  readonly viewedSha256: Buffer | null
  readonly requestState: RequestState
  readonly expiresAt: Date
  readonly timeZone: string
  readonly organisation: string
  readonly sender: string
  readonly contract: string
  readonly message: string | null
  readonly mayHandOver: boolean
  /** What was removed from the document when it was made fixed before; null if it was not. */
  readonly madeFixed: readonly FoundTrait[] | null
  /** Whether the sender demands an authenticator app besides the code by mail. */
  readonly needsApp: boolean
  /** Of the browser that has shown a code of the app. */
  readonly appProofHash: Buffer | null
  /** Whether they sign in the place of somebody else. */
  readonly isInPlace: boolean
}

/** The signer with this address. Throws not_found for one that is unknown, was replaced, or is no longer valid. */
export async function getSigner(app: Pick<App, 'db' | 'clock'>, token: string): Promise<KnownSigner> {
  const read = readToken(token)
  const signer = read && (await findSigner(app.db, read.organisationId, hashOfSecret(read.secret)))
  if (!signer) throw notFound()
  const now = app.clock.now().getTime()
  const isOver = signer.requestState !== 'Open' && signer.requestState !== 'Completed'
  const end = signer.expiresAt.getTime() + (signer.requestState === 'Completed' ? downloadLives : 0)
  if (isOver || end <= now) throw gone(signer)
  return signer
}

/** Why nobody signs any more: anybody who has the address may know. */
function gone({ requestState }: KnownSigner): AppError {
  const reason =
    requestState === 'Voided'
      ? 'was withdrawn'
      : requestState === 'Declined'
        ? 'has ended: somebody declined to sign'
        : 'has expired'
  return new AppError('conflict', `This request to sign ${reason}.`)
}

async function findSigner(
  db: Reader,
  organisationId: number,
  hash: Buffer,
): Promise<KnownSigner | undefined> {
  const row = await db
    .selectFrom('signature_signers as s')
    .innerJoin('signature_requests as r', (join) =>
      join.onRef('r.organisation_id', '=', 's.organisation_id').onRef('r.id', '=', 's.request_id'),
    )
    // not through access.ts: the address is the right to see this document
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.organisation_id', '=', 'r.organisation_id').onRef('c.id', '=', 'r.contract_id'),
    )
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .innerJoin('users as u', 'u.id', 'r.created_by')
    .where('s.organisation_id', '=', organisationId)
    .where('s.secret_hash', '=', hash)
    .where('c.deleted_at', 'is', null)
    .select([
      's.organisation_id as organisationId',
      's.request_id as requestId',
      'r.contract_id as contractId',
      's.place',
      's.name',
      's.email',
      's.secret_hash as secretHash',
      's.title',
      's.party',
      's.state',
      's.viewed_sha256 as viewedSha256',
      'r.state as requestState',
      'r.expires_at as expiresAt',
      's.code_hash as codeHash',
      's.code_expires_at as codeExpiresAt',
      's.proof_hash as proofHash',
      's.proof_expires_at as proofExpiresAt',
      'o.name as organisation',
      'o.time_zone as timeZone',
      'c.name as contract',
      'r.message',
      'r.may_hand_over as mayHandOver',
      's.needs_app as needsApp',
      's.app_proof_hash as appProofHash',
    ])
    .select((eb) => eb.fn<string>('concat_ws', [eb.val(' '), 'u.first_name', 'u.last_name']).as('sender'))
    .select(madeFixedOf('r').as('madeFixed'))
    .select(sql<boolean>`s.earlier <> '[]'`.as('isInPlace'))
    .executeTakeFirst()
  return row as KnownSigner | undefined
}

/**
 * Locks the row of a signer, for whatever they do. Throws conflict if somebody else was asked in their place meanwhile,
 * or if they were sent another address.
 */
export const holdSigner = (tx: Tx, signer: KnownSigner): Promise<void> => {
  const { organisationId: organisation_id, requestId: request_id, place } = signer
  return holdGuest(tx, { table: 'signature_signers', key: { organisation_id, request_id, place } }, signer)
}

/** What the tries of a signer are counted under. */
export const signerSubject = (signer: SignerKey & Pick<ProvenGuest, 'secretHash'>): string =>
  guestSubject(`${signer.organisationId} ${signer.requestId} ${signer.place}`, signer)

const codeOwnerOf = (signer: KnownSigner): CodeOwner => ({
  purpose: 'signing',
  subject: signerSubject(signer),
})

/** Sends the signer a code by mail. Throws too_many_requests after five within half an hour. */
export async function sendCode(app: App, token: string): Promise<void> {
  const signer = await getSigner(app, token)
  const { code, hash, expiresAt } = await newCode(app, codeOwnerOf(signer))
  await internalTransaction(app, async (tx, now) => {
    await holdSigner(tx, signer)
    await changeSigner(tx, signer, { code_hash: hash, code_expires_at: expiresAt })
    const { organisationId, email, name } = signer
    await app.mail.write(tx, signingCode, { organisationId, to: email, values: { name, code } }, now)
  })
}

/** Takes the code of the signer, as `takeCode` does, and returns the proof. */
export async function proveByCode(app: App, token: string, code: string): Promise<string> {
  const signer = await getSigner(app, token)
  return takeCode(app, codeOwnerOf(signer), { ...signer, code }, async (tx, codeHash, proof) => {
    await holdSigner(tx, signer)
    const { numUpdatedRows } = await tx
      .updateTable('signature_signers')
      .set(proof)
      .where('organisation_id', '=', signer.organisationId)
      .where('request_id', '=', signer.requestId)
      .where('place', '=', signer.place)
      .where('code_hash', '=', codeHash)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/**
 * The signer, if the proof is theirs: of the mail address alone, where an app is demanded as well. Throws not_found for
 * the address, and unauthorized for the proof.
 */
export async function getMailedSigner(app: App, token: string, proof: string): Promise<KnownSigner> {
  const signer = await getSigner(app, token)
  checkProof(app, signer, proof)
  return signer
}

/** The same, and unauthorized as well for a browser that has not shown a code of the app where one is demanded. */
export async function getProvenSigner(app: App, token: string, proof: string): Promise<KnownSigner> {
  const signer = await getMailedSigner(app, token, proof)
  checkAppProof(signer)
  return signer
}

/** When the request has ended, the code by mail is enough for the signed document. */
export const isAppNeeded = ({ needsApp, requestState }: KnownSigner): boolean =>
  needsApp && requestState === 'Open'

function checkAppProof(signer: KnownSigner): void {
  const { proofHash, appProofHash } = signer
  if (!isAppNeeded(signer)) return
  if (proofHash !== null && appProofHash !== null && sameHash(proofHash, appProofHash)) return
  throw new AppError('unauthorized', 'Enter a code of your authenticator app first.')
}
