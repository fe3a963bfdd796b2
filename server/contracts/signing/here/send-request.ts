// Sending the document of a contract to those who sign it.
import { preparedForSignature } from '../../../seals/workers.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, conflict } from '../../../platform/errors.ts'
import { isMailAddress } from '../../../platform/mail/mail-address.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { timeZoneOf } from '../../../platform/time/time-zone.ts'
import { getContractFor, lockContractFor, noteContractActivity } from '../../access.ts'
import { approvalProblem } from '../../approvals/stage-approval.ts'
import { endOfLastDay } from '../../outside-mail.ts'
import { askSigners, nextSigners } from './ask-signers.ts'
import { freezeDocument } from '../frozen-document.ts'
import { checkSignerTexts } from '../signer-texts.ts'
import { addPdfVersion, getCurrentDocument, readPdf } from './document.ts'
import { signatureEvent } from './events.ts'
import { checkFields, insertFields, type NewField } from './fields.ts'
import { checkNotOutForSignature, type NewSigner, type SignatureRequest } from './request.ts'

export const mostSigners = 20
const longestMessage = 2_000

/** A signer, and whether they confirm with an authenticator app. */
export interface SentSigner extends NewSigner {
  readonly needsApp: boolean
}

export interface NewRequest {
  readonly version: number
  readonly signers: readonly SentSigner[]
  /** What they fill in on its pages; what the anchors in the document say if undefined. */
  readonly fields: readonly NewField[] | undefined
  readonly inOrder: boolean
  readonly mayHandOver: boolean
  readonly message: string | null
  /** The last day on which it can be signed. */
  readonly expires: string
}

/**
 * Adds the signature pages to the current version of the document, freezes it, and asks the signers by mail: all of
 * them, or the first one. Throws bad_request for a document that is no PDF, wrong signers and wrong fields; conflict
 * for a contract that is not in Signing, lacks an approval or is out for signature, and for another version of the
 * document.
 */
export async function sendForSignature(
  app: App,
  actor: Actor,
  contractId: number,
  input: NewRequest,
): Promise<{ readonly id: number }> {
  const contract = await getContractFor(app.db, actor, contractId, 'stage')
  const { organisationId } = contract
  const timeZone = await timeZoneOf(app.db, organisationId)
  const expiresAt = checkRequest(input, timeZone, app.clock.now())
  const document = await getCurrentDocument(app, contract, input.version)
  const { bytes, name } = await readPdf(app, { ...document, organisationId })
  const prepared = await app.documents.run(
    preparedForSignature,
    {
      bytes: new Uint8Array(bytes),
      title: contract.name,
      blocks: input.signers.map(linesOf),
      fields: input.fields,
    },
    { organisationId, input: 'document' },
  )
  const request = { organisationId, contractId, fileId: document.fileId, fileVersion: document.version }
  const version = {
    request,
    pdf: Buffer.from(prepared.bytes),
    name,
    comments: 'Sent for signature',
    userId: actor.userId,
  }
  return addPdfVersion(app, actor, version, async (tx, added) => {
    const { contract: held, seen } = await lockContractFor(
      { tx, actor, now: added.now, right: 'stage' },
      contractId,
    )
    if (seen !== 'Signing') throw conflict('Only a contract in Signing can be sent for signature.')
    await checkNotOutForSignature(tx, held)
    const problem = await approvalProblem(tx, held)
    if (problem !== undefined) throw conflict(`It cannot be sent for signature yet. ${problem}`)
    const stored = await insertRequest(tx, { ...request, ...added, by: actor.userId, input, expiresAt })
    await insertFields(tx, stored, prepared.fields)
    await freezeDocument(tx, request, true)
    const signers = input.signers.map((each, place) => ({ ...each, place, state: 'Waiting' as const }))
    await askSigners(app, tx, {
      request: stored,
      signers: nextSigners(input.inOrder, signers),
      now: added.now,
    })
    await noteContractActivity(tx, held, added.now)
    const facts = {
      version: added.version,
      sha256: added.sha256.toString('hex'),
      signers: input.signers.map((each) => `${each.name} <${each.email}>`),
      expires: input.expires,
    }
    return { result: { id: stored.id }, events: [signatureEvent('sent', stored, facts)] }
  })
}

const linesOf = ({ name, title, party }: NewSigner): readonly string[] => [
  title === null ? name : `${name}, ${title}`,
  ...(party === null ? [] : [`for ${party}`]),
]

/** Throws bad_request for a signer who is incomplete; `path` leads to their properties. */
export function checkSigner({ name, email, title, party }: NewSigner, path: string): void {
  checkSignerTexts({ name, email, title, party }, path)
  if (!isMailAddress(email)) throw badInput(`${path}email`, 'must be one email address.')
}

/** Throws bad_request for what is wrong with the request; returns when it ends. */
function checkRequest({ signers, fields, message, expires }: NewRequest, timeZone: string, now: Date): Date {
  if (signers.length === 0 || signers.length > mostSigners)
    throw badInput('signers', `must be 1 to ${mostSigners} people.`)
  for (const [index, signer] of signers.entries()) checkSigner(signer, `signers.${index}.`)
  checkFields(fields ?? [], signers.length)
  if (message !== null && message.length > longestMessage)
    throw badInput('message', `must have ${longestMessage} characters at most.`)
  return endOfLastDay(expires, timeZone, now)
}

interface Inserted extends Pick<SignatureRequest, 'organisationId' | 'contractId' | 'fileId'> {
  readonly version: number
  readonly sha256: Buffer
  readonly now: Date
  readonly by: string
  readonly input: NewRequest
  readonly expiresAt: Date
}

async function insertRequest(tx: Tx, row: Inserted) {
  const { organisationId, contractId, fileId, input, expiresAt } = row
  const { id } = await tx
    .insertInto('signature_requests')
    .values({
      organisation_id: organisationId,
      contract_id: contractId,
      file_id: fileId,
      file_version: row.version,
      sha256: row.sha256,
      in_order: input.inOrder,
      may_hand_over: input.mayHandOver,
      message: input.message,
      expires_at: expiresAt,
      state: 'Open',
      created_by: row.by,
      created_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('signature_signers')
    .values(
      input.signers.map(({ needsApp, ...each }, place) => ({
        organisation_id: organisationId,
        request_id: id,
        place,
        state: 'Waiting',
        needs_app: needsApp,
        ...each,
      })),
    )
    .execute()
  return { organisationId, id, contractId, message: input.message, expiresAt, createdBy: row.by }
}
