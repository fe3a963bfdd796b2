// A signing service elsewhere, which speaks the protocol of docs/signing-services.md.
import Type, { type Static } from 'typebox'
import { pdfPagesCounted } from '../../../seals/workers.ts'
import type { App } from '../../../platform/app.ts'
import { AppError } from '../../../platform/errors.ts'
import { isMailAddress } from '../../../platform/mail/mail-address.ts'
import { lastDayOf, readMailFacts } from '../../outside-mail.ts'
import { readPdf } from '../here/document.ts'
import { findFields, type SignatureField } from '../here/fields.ts'
import {
  findSigners,
  requestStates,
  type SignatureRequest,
  type Signer,
  signerStates,
} from '../here/request.ts'
import { followSoon } from './queue-follow.ts'
import { callService, jsonIn, oneLine } from './calls.ts'
import type { ServiceAccess } from './token-access.ts'
import {
  type RequestStatus,
  ServiceFailure,
  type SignerStatus,
  type SigningService,
} from './signing-interface.ts'

// a signed copy is larger than what was sent: it has the pictures and the certificates of the signers
const largestDocument = 40 * 1024 * 1024

/** A service elsewhere. */
export const signingOverHttp = (app: App, service: ServiceAccess): SigningService => ({
  send(tx, { organisationId, id }) {
    return followSoon(tx, { organisationId, requestId: id })
  },
  status: (request) => readStatus(app, service, request),
  async void(request, reason) {
    const isKnown = await askToVoid(app, service, request, reason)
    if (!isKnown) return 'Voided'
    const { state } = await readStatus(app, service, request)
    if (state === 'Open') throw new ServiceFailure(`${service.name} says that it is still open.`)
    return state
  },
  async document(request) {
    const { bytes } = await callService(app, service, {
      method: 'GET',
      path: `${pathOf(request)}/document`,
      headers: { accept: 'application/pdf' },
      largestAnswer: largestDocument,
    })
    await checkPdf(app, service, request, bytes)
    return bytes
  },
})

const pathOf = ({ packet }: SignatureRequest) => `/packets/${packet}`

async function readStatus(
  app: App,
  service: ServiceAccess,
  request: SignatureRequest,
): Promise<RequestStatus> {
  const { bytes } = await callService(app, service, { method: 'GET', path: pathOf(request) })
  return statusFrom(bytes, service, request, await findSigners(app.db, request))
}

/** Returns whether the service knows the packet: one that it has never taken is over with that. */
async function askToVoid(
  app: App,
  service: ServiceAccess,
  request: SignatureRequest,
  reason: string,
): Promise<boolean> {
  try {
    await callService(app, service, {
      method: 'POST',
      path: `${pathOf(request)}/void`,
      headers: { 'content-type': 'application/json', 'idempotency-key': `${request.packet}-void` },
      body: JSON.stringify({ reason }),
    })
    return true
  } catch (error) {
    const status = error instanceof ServiceFailure ? error.status : undefined
    // it has ended there already: its state says how
    if (status === 409 || status === 410) return true
    if (status === 404 && request.acceptedAt === null) return false
    throw error
  }
}

/** Gives the packet to the service: the same one each time, which the service knows by its id. */
export async function givePacket(app: App, service: ServiceAccess, request: SignatureRequest): Promise<void> {
  const { organisationId, id, fileId, fileVersion: version } = request
  const [{ bytes, name }, signers, fields, facts] = await Promise.all([
    readPdf(app, { organisationId, fileId, version }),
    findSigners(app.db, request),
    findFields(app.db, { organisationId, requestIds: [id] }),
    readMailFacts(app.db, request),
  ])
  const { FormData: Form } = await import('undici')
  const form = new Form()
  const packet = {
    id: request.packet,
    title: facts.contract,
    sender: facts.sender,
    message: request.message,
    lastDay: lastDayOf(request.expiresAt, facts.timeZone),
    expires: request.expiresAt.toISOString(),
    inOrder: request.inOrder,
    mayHandOver: request.mayHandOver,
    sha256: request.sha256.toString('hex'),
    signers: signers.map(signerIn),
    fields: fields.map(fieldIn),
  }
  form.append('packet', new Blob([JSON.stringify(packet)], { type: 'application/json' }), 'packet.json')
  form.append('document', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name)
  await callService(app, service, {
    method: 'POST',
    path: '/packets',
    headers: { 'idempotency-key': String(request.packet) },
    body: form,
  })
}

const signerIn = ({ place, name, email, title, party }: Signer) => ({
  place: place + 1,
  name,
  email,
  title,
  party,
})

const fieldIn = ({ place, kind, page, x, y, width, height, required, label }: SignatureField) => ({
  signer: place + 1,
  kind,
  page,
  x,
  y,
  width,
  height,
  required,
  label,
})

const moment = Type.Union([Type.String({ maxLength: 40 }), Type.Null()])
const reason = Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]))
const signerSchema = Type.Object({
  place: Type.Integer({ minimum: 1, maximum: 100 }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
  state: Type.Union(signerStates.map((state) => Type.Literal(state))),
  viewed: Type.Optional(moment),
  ended: Type.Optional(moment),
  reason,
})
const statusSchema = Type.Object({
  id: Type.String(),
  state: Type.Union(requestStates.map((state) => Type.Literal(state))),
  reason,
  signers: Type.Array(signerSchema, { maxItems: 100 }),
})

/** What an answer says, completed by what is known here. Throws ServiceFailure if it is not about this packet. */
function statusFrom(
  bytes: Buffer,
  { name }: ServiceAccess,
  { packet }: SignatureRequest,
  signers: readonly Signer[],
): RequestStatus {
  const wrong = (what: string) => new ServiceFailure(`${name} answered ${what}.`)
  const said = jsonIn(bytes, statusSchema)
  if (!said) throw wrong('with something else than the state of a packet')
  if (said.id !== packet) throw wrong('about another packet')
  const states = signers.map((signer) => {
    const own = said.signers.filter(({ place }) => place === signer.place + 1)
    if (own.length !== 1 || !own[0]) throw wrong('without the state of every signer')
    return signerFrom(own[0], signer)
  })
  if (states.length !== said.signers.length) throw wrong('about other signers')
  if (said.state === 'Completed' && states.some(({ state }) => state !== 'Signed'))
    throw wrong('that everybody has signed, and that somebody has not')
  return { state: said.state, reason: said.reason ? oneLine(said.reason) : null, signers: states }
}

function signerFrom(said: Static<typeof signerSchema>, known: Signer): SignerStatus {
  return {
    place: known.place,
    name: said.name === undefined ? known.name : oneLine(said.name),
    email: said.email !== undefined && isMailAddress(said.email) ? said.email : known.email,
    state: said.state,
    viewedAt: dateOf(said.viewed),
    endedAt: dateOf(said.ended),
    reason: said.reason ? oneLine(said.reason) : null,
  }
}

function dateOf(text: string | null | undefined): Date | null {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

/** Throws ServiceFailure for what PDF readers cannot open. */
async function checkPdf(app: App, { name }: ServiceAccess, request: SignatureRequest, bytes: Buffer) {
  const of = { organisationId: request.organisationId, input: 'document' }
  const failure = (cause?: unknown) =>
    new ServiceFailure(`The signed document of ${name} is not a PDF, or is damaged.`, { cause })
  if (!bytes.subarray(0, 1_024).includes('%PDF-')) throw failure()
  await app.documents.run(pdfPagesCounted, new Uint8Array(bytes), of).catch((error: unknown) => {
    // what is wrong here, such as too few workers, is not the fault of the document
    throw error instanceof AppError && error.code === 'bad_request' ? failure(error) : error
  })
}
