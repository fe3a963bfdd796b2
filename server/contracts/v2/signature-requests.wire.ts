// Requests to sign a contract in the shape of v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  dayIn,
  idIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../http/v2/merge-patch.ts'
import { auditedByUser, createdExample, doneBy, nullable, oneOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { consentOf } from '../signing/here/consent.ts'
import {
  type NewSigner,
  requestStates,
  type ShownRequest,
  type Signer,
  signerStates,
} from '../signing/here/request.ts'
import { mostFields } from '../signing/here/fields.ts'
import { mostSigners, type NewRequest, type SentSigner } from '../signing/here/send-request.ts'
import { traitsSchema, traitsToV2 } from './pdf-traits.wire.ts'
import { versionIn } from './document-shares.wire.ts'
import { givenService, serviceOfRequest, shownService } from './signing-elsewhere/requests-elsewhere.wire.ts'
import { fieldExample, fieldSchema, fieldsIn, fieldToV2, newFieldSchema } from './signature-fields.wire.ts'

const text = (description: string) => nullable<string>('string', { maxLength: 255, description })
/** How a signer is given. */
export const asked = {
  name: Type.String({ maxLength: 255 }),
  email: Type.String({ maxLength: 254 }),
  title: text('As what they sign.'),
  party: text('The party that they sign for.'),
}
const appText = 'Whether they confirm with an authenticator app, besides the code by mail.'
const moment = (description: string) => nullable<string>('string', { format: 'date-time', description })

const newExample = {
  document: { version: 2 },
  signers: [
    { name: 'Ana Prior', email: 'ana@harbour.example', title: 'General Counsel', party: 'Harbour Foods Ltd' },
    { name: 'Nils Lindqvist', email: 'nils@lindqvist.example', title: 'Director', party: 'Lindqvist AB' },
  ],
  inOrder: true,
  message: 'As agreed on Monday.',
  expires: '2026-04-30',
}

const newSigner = Type.Object(
  { ...asked, authenticatorApp: Type.Optional(Type.Boolean({ default: false, description: appText })) },
  { additionalProperties: false },
)

export const newRequestBody = jsonBody(
  Type.Object(
    {
      document: Type.Object(
        { version: Type.Integer({ minimum: 1 }) },
        { additionalProperties: false, description: 'The current version of the document, which is a PDF.' },
      ),
      signers: Type.Array(newSigner, { minItems: 1, maxItems: mostSigners }),
      fields: Type.Optional(
        Type.Array(newFieldSchema, {
          maxItems: mostFields,
          description:
            'What the signers fill in on the pages. Without it, fields are where the text of the document has anchors such as {{sign:1}}.',
        }),
      ),
      inOrder: Type.Optional(
        Type.Boolean({
          description: 'Whether each is asked after the one before has signed; otherwise all at once.',
        }),
      ),
      mayHandOver: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'Whether signers may name somebody else to sign in their place.',
        }),
      ),
      service: givenService,
      message: nullable<string>('string', { maxLength: 2_000, description: 'In the mail to the signers.' }),
      expires: Type.String({ format: 'date', description: 'The last day, within 180 days from today.' }),
    },
    { additionalProperties: false, title: 'NewSignatureRequest' },
  ),
  newExample,
)

const signerSchema = Type.Object({
  place: Type.Integer({ description: 'In the order, from 1.' }),
  ...asked,
  state: oneOf(signerStates, {
    description: 'Waiting: it is not their turn. Asked: they have got the mail.',
  }),
  asked: moment('When they got the last mail.'),
  viewed: moment('When they first opened the document.'),
  ended: moment('When they signed or declined.'),
  address: nullable<string>('string', { description: 'The network address that they did so from.' }),
  browser: nullable<string>('string'),
  sha256: nullable<string>('string', { description: 'The hash of the document that they were shown last.' }),
  consent: nullable<string>('string', { description: 'The text that they agreed to.' }),
  reason: nullable<string>('string', { description: 'Why they declined.' }),
  authenticatorApp: Type.Boolean({ description: appText }),
  appConfirmed: moment('When they confirmed with the app last.'),
  locked: Type.Boolean({
    description: 'Whether their codes are refused for a while, because too many wrong ones were entered.',
  }),
  inPlaceOf: Type.Array(
    Type.Object({
      ...asked,
      reason: Type.String(),
      by: oneOf(['Sender', 'Signer'], { description: 'The sender replaced them, or they handed over.' }),
      at: Type.String({ format: 'date-time' }),
    }),
    { description: 'Those who were asked before in this place, the first one first.' },
  ),
})

const requestSchema = Type.Object({
  id: Type.Integer(),
  state: oneOf(requestStates),
  document: Type.Object({
    id: Type.Integer({ description: 'The file.' }),
    version: Type.Integer({ description: 'The version with the signatures so far.' }),
    sha256: Type.String(),
  }),
  inOrder: Type.Boolean(),
  mayHandOver: Type.Boolean(),
  message: nullable<string>('string'),
  expires: Type.String({ format: 'date-time', description: 'From when nobody can sign any more.' }),
  lastDay: Type.String({
    format: 'date',
    description: 'The last day on which it can be signed, in the time zone of the organization.',
  }),
  ended: moment('When everybody had signed, or it ended otherwise.'),
  reason: nullable<string>('string', { description: 'Why it was voided or declined.' }),
  signers: Type.Array(signerSchema),
  fields: Type.Array(fieldSchema, { description: 'What the signers fill in on the pages.' }),
  madeFixed: traitsSchema('What was removed from the document when it was made fixed, before it was sent.'),
  service: shownService,
  sent: Type.Object(auditedByUser),
})

export const requestsSchema = Type.Object(
  {
    items: Type.Array(requestSchema),
    canMakePdf: Type.Boolean({
      description: 'Whether the installation can make PDFs of Word documents: otherwise they are uploaded.',
    }),
    services: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
      description: 'The signing services that contracts can be sent with.',
    }),
  },
  {
    title: 'SignatureRequestList',
    examples: [
      {
        items: [
          {
            id: 3,
            state: 'Open',
            document: {
              id: 41,
              version: 3,
              sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            },
            inOrder: true,
            mayHandOver: true,
            message: null,
            expires: '2026-05-01T00:00:00.000Z',
            lastDay: '2026-04-30',
            ended: null,
            reason: null,
            signers: [
              {
                place: 1,
                ...newExample.signers[0],
                state: 'Asked',
                asked: '2026-03-02T09:00:00.000Z',
                viewed: null,
                ended: null,
                address: null,
                browser: null,
                sha256: null,
                consent: null,
                reason: null,
                authenticatorApp: false,
                appConfirmed: null,
                locked: false,
                inPlaceOf: [],
              },
            ],
            fields: [{ ...fieldExample, value: null }],
            madeFixed: [],
            service: null,
            sent: createdExample,
          },
        ],
        canMakePdf: true,
        services: [{ id: 2, name: 'Northwind Sign' }],
      },
    ],
  },
)

const at = (date: Date | null) => date?.toISOString() ?? null

const signerToV2 = (signer: Signer, isLocked: boolean) => ({
  place: signer.place + 1,
  name: signer.name,
  email: signer.email,
  title: signer.title,
  party: signer.party,
  state: signer.state,
  asked: at(signer.askedAt),
  viewed: at(signer.viewedAt),
  ended: at(signer.endedAt),
  address: signer.address,
  browser: signer.browser,
  sha256: signer.viewedSha256?.toString('hex') ?? null,
  consent: signer.consentVersion === null ? null : consentOf(signer.consentVersion),
  reason: signer.reason,
  authenticatorApp: signer.needsApp,
  appConfirmed: at(signer.appConfirmedAt),
  locked: isLocked,
  inPlaceOf: [...signer.earlier],
})

/** A request as v2 shows it; `locked` are the places of signers whose codes are refused. */
export const requestToV2 = (request: ShownRequest, locked: ReadonlySet<number>) => ({
  id: request.id,
  state: request.state,
  document: {
    id: request.fileId,
    version: request.fileVersion,
    sha256: request.sha256.toString('hex'),
  },
  inOrder: request.inOrder,
  mayHandOver: request.mayHandOver,
  message: request.message,
  expires: request.expiresAt.toISOString(),
  lastDay: request.lastDay,
  ended: at(request.endedAt),
  reason: request.reason,
  signers: request.signers.map((each) => signerToV2(each, locked.has(each.place))),
  fields: request.fields.map(fieldToV2),
  madeFixed: traitsToV2(request.madeFixed ?? []),
  service: serviceOfRequest(request),
  sent: { dateUtc: request.createdAt.toISOString(), ...doneBy(request.createdBy) },
})

/** What is sent for signature, and to whom. */
export function requestFromV2(body: unknown): NewRequest {
  const properties = propertiesOf(body, [
    'document',
    'signers',
    'fields',
    'inOrder',
    'mayHandOver',
    'service',
    'message',
    'expires',
  ])
  const { signers, inOrder = false, mayHandOver = true } = properties
  if (typeof inOrder !== 'boolean') throw badInput('inOrder', 'must be true or false.')
  if (typeof mayHandOver !== 'boolean') throw badInput('mayHandOver', 'must be true or false.')
  if (!Array.isArray(signers) || signers.length > mostSigners)
    throw badInput('signers', `must be 1 to ${mostSigners} people.`)
  return {
    version: versionIn(properties),
    signers: signers.map((each, index) => inside(`signers.${index}`, () => signerFrom(each))),
    fields: fieldsIn(properties['fields']),
    inOrder,
    mayHandOver,
    serviceId: idIn(properties, 'service') ?? null,
    message: textIn(properties, 'message') ?? null,
    expires: needed('expires', neverNull('expires', dayIn(properties, 'expires'))),
  }
}

function signerFrom(value: unknown): SentSigner {
  const properties = propertiesOf(value, ['name', 'email', 'title', 'party', 'authenticatorApp'])
  return { ...signerOf(properties), needsApp: truthIn(properties, 'authenticatorApp') ?? false }
}

/** A signer, as they are given. */
export function signerOf(properties: Readonly<Record<string, unknown>>): NewSigner {
  return {
    name: needed('name', neverNull('name', textIn(properties, 'name'))),
    email: needed('email', neverNull('email', textIn(properties, 'email'))),
    title: textIn(properties, 'title') ?? null,
    party: textIn(properties, 'party') ?? null,
  }
}
