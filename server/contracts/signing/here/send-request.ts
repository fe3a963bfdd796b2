// Sending the document of a contract to those who sign it.
import { randomUUID } from 'node:crypto'
import { traitsWords } from '../../../platform/documents/pdf/changeable/traits.ts'
import { preparedForSignature } from '../../../seals/workers.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import { isMailAddress } from '../../../platform/mail/mail-address.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { timeZoneOf } from '../../../platform/time/time-zone.ts'
import { getContractFor, lockContractFor, noteContractActivity } from '../../access.ts'
import { approvalProblem } from '../../approvals/stage-approval.ts'
import { endOfLastDay } from '../../outside-mail.ts'
import { freezeDocument } from '../frozen-document.ts'
import { findService } from '../elsewhere/token-access.ts'
import { serviceOf } from '../elsewhere/who-signs.ts'
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
  /** The service elsewhere that it is sent with; null to sign here. */
  readonly serviceId: number | null
  readonly message: string | null
  /** The last day on which it can be signed. */
  readonly expires: string
}

/**
 * Adds the signature pages to the current version of the document, freezes it, and asks the signers by mail: all of
 * them, or the first one. With a service elsewhere it gets no pages, and the service asks them. Throws bad_request for
 * a document that is no PDF, wrong signers, wrong fields and an unknown service; conflict for a contract that is not in
 * Signing, lacks an approval or is out for signature, for another version of the document, and for a PDF whose look can
 * change.
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
  const named = await namedService(app, organisationId, input)
  const service = await serviceOf(app, { organisationId, serviceId: input.serviceId })
  const document = await getCurrentDocument(app, contract, input.version)
  const { bytes, name, madeFixed } = await readPdf(app, { ...document, organisationId })
  const prepared = await app.documents.run(
    preparedForSignature,
    {
      bytes: new Uint8Array(bytes),
      title: contract.name,
      blocks: input.signers.map(linesOf),
      fields: input.fields,
      hasPages: input.serviceId === null,
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
    await service.send(tx, { ...stored, signers }, added.now)
    await noteContractActivity(tx, held, added.now)
    const facts = {
      version: added.version,
      sha256: added.sha256.toString('hex'),
      signers: input.signers.map((each) => `${each.name} <${each.email}>`),
      expires: input.expires,
      ...(madeFixed ? { madeFixed: traitsWords(madeFixed) } : {}),
      ...named,
    }
    return { result: { id: stored.id }, events: [signatureEvent('sent', stored, facts)] }
  })
}

const linesOf = ({ name, title, party }: NewSigner): readonly string[] => [
  title === null ? name : `${name}, ${title}`,
  ...(party === null ? [] : [`for ${party}`]),
]

/** What the history says of a service elsewhere. Throws bad_request for one that is unknown or was removed. */
async function namedService(
  app: App,
  organisationId: number,
  { serviceId, signers }: NewRequest,
): Promise<{ readonly service?: string }> {
  if (serviceId === null) return {}
  const service = await findService(app.db, organisationId, serviceId)
  if (!service || service.removedAt !== null)
    throw badInput('service', 'must be the id of a signing service of your organization.')
  const demanding = signers.findIndex(({ needsApp }) => needsApp)
  if (demanding >= 0)
    throw badInput(
      `signers.${demanding}.authenticatorApp`,
      sentence('An authenticator app can be demanded only of those who sign here.'),
    )
  return { service: service.name }
}

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

interface Inserted
  extends Pick<SignatureRequest, 'organisationId' | 'contractId' | 'fileId' | 'fileVersion'> {
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
      sent_sha256: row.sha256,
      base_version: row.fileVersion,
      in_order: input.inOrder,
      may_hand_over: input.mayHandOver,
      message: input.message,
      expires_at: expiresAt,
      state: 'Open',
      created_by: row.by,
      created_at: row.now,
      ...(input.serviceId === null ? {} : { service_id: input.serviceId, packet: randomUUID() }),
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
  const { message, inOrder } = input
  return { organisationId, id, contractId, message, inOrder, expiresAt, createdBy: row.by }
}
