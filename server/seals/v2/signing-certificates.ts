// v2 of the certificates with which an organisation seals PDFs, and of its time-stamp authority.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { fullNameOf } from '../../platform/person.ts'
import {
  listCertificates,
  replaceCertificate,
  type SigningCertificate,
  type UploadedKey,
} from '../certificates.ts'
import { sealSample } from '../seal.ts'
import {
  findTimeStampAuthority,
  removeTimeStampAuthority,
  setTimeStampAuthority,
} from '../time-stamp-authority.ts'

const administer = { access: { right: 'administer' } } as const
const verified = { ...administer, act: 'signingCertificates' } as const
const largestFile = 100 * 1024

const date = Type.String({ format: 'date-time' })
const person = Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() })

const certificateSchema = Type.Object(
  {
    id: Type.Integer(),
    subject: Type.String({ description: 'The name in the certificate.' }),
    issuer: Type.String({
      description: 'The name of the authority; the subject for one that was made here.',
    }),
    validFrom: date,
    validTo: date,
    fingerprint: Type.String({ description: 'SHA-256 of the certificate, in hexadecimal digits.' }),
    selfMade: Type.Boolean({
      description: 'Whether the product made it, so that no authority vouches for its name.',
    }),
    createdAt: date,
    createdBy: Type.Union([person, Type.Null()], {
      description: 'null when it was made with the first seal.',
    }),
    replacedAt: nullable<string>('string', {
      format: 'date-time',
      description: 'null for the one that seals.',
    }),
  },
  { title: 'SigningCertificate' },
)
const certificateExample = {
  id: 3,
  subject: 'Acme Ltd',
  issuer: 'Acme Ltd',
  validFrom: '2026-03-01T09:00:00.000Z',
  validTo: '2036-03-01T09:00:00.000Z',
  fingerprint: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
  selfMade: true,
  createdAt: '2026-03-02T09:00:00.000Z',
  createdBy: { id: '5d7c4c1e-0f0a-4b7e-9d53-0f4a3b1c2d3e', name: 'Ana Prior' },
  replacedAt: null,
}

const newCertificateSchema = Type.Object(
  {
    p12: Type.Optional(
      Type.String({
        description:
          'A PKCS #12 file (.p12, .pfx) of at most 100 KiB, in base64. Without it the product makes a certificate.',
      }),
    ),
    password: Type.Optional(Type.String({ maxLength: 500, description: 'Of the file.' })),
  },
  { additionalProperties: false, title: 'NewSigningCertificate' },
)

function uploadedFromV2(body: unknown): UploadedKey | undefined {
  const { p12, password = '' } = propertiesOf(body ?? {}, ['p12', 'password'])
  if (typeof password !== 'string' || password.length > 500)
    throw badInput('password', 'must be a text of at most 500 characters.')
  if (p12 === undefined) return undefined
  if (typeof p12 !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(p12)) throw badInput('p12', 'must be base64.')
  const file = Buffer.from(p12, 'base64')
  if (file.length > largestFile) throw badInput('p12', `must be a file of at most ${largestFile} bytes.`)
  return { p12: file, password }
}

const certificateToV2 = (each: SigningCertificate) => ({
  id: each.id,
  subject: each.subject,
  issuer: each.issuer,
  validFrom: each.validFrom.toISOString(),
  validTo: each.validTo.toISOString(),
  fingerprint: each.fingerprint.toString('hex'),
  selfMade: each.isSelfMade,
  createdAt: each.createdAt.toISOString(),
  createdBy: each.createdBy ? { id: each.createdBy.id, name: fullNameOf(each.createdBy) } : null,
  replacedAt: each.replacedAt?.toISOString() ?? null,
})

const authoritySchema = Type.Object(
  {
    url: nullable<string>('string', { description: 'null when seals have no time stamp.' }),
    testedAt: nullable<string>('string', { format: 'date-time' }),
  },
  { examples: [{ url: 'https://tsa.example/tsr', testedAt: '2026-03-02T09:00:00.000Z' }] },
)
const newAuthoritySchema = Type.Object(
  { url: Type.String({ maxLength: 500, description: 'An https address that answers by RFC 3161.' }) },
  { additionalProperties: false, title: 'NewTimeStampAuthority' },
)
const stampSchema = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'The time of the authority.' }),
    by: Type.String({ description: 'The name in its certificate.' }),
  },
  {
    title: 'TestedTimeStamp',
    examples: [{ at: '2026-03-02T09:00:00.000Z', by: 'Example Time Stamping 2026' }],
  },
)

/** All of v2 about the certificates that seal. */
export const sealRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/signingCertificates', {
    config: administer,
    summary: 'List the certificates that seal signed documents',
    description:
      'The one that seals comes first; there is none before the first seal, which makes one. Those that were replaced are kept, so that what they sealed is still recognised.',
    returns: Type.Object(
      { items: Type.Array(certificateSchema) },
      { examples: [{ items: [certificateExample] }] },
    ),
    handler: async (request) => ({
      items: (await listCertificates(app, actorOf(request))).map(certificateToV2),
    }),
  })

  onPost(server, '/v2/signingCertificates', {
    config: { ...verified, documentedBodies: jsonBody(newCertificateSchema, {}), errors: ['conflict'] },
    summary: 'Replace the certificate that seals signed documents',
    description:
      'By the one in a PKCS #12 file, which must have a private key and be valid today, or by one that the product makes. The private key of the one before is deleted.',
    bodyLimit: 256 * 1024,
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 4 }] }),
    handler: (request) => replaceCertificate(app, actorOf(request), uploadedFromV2(request.body)),
  })

  onPost(server, '/v2/signingCertificates/sample', {
    config: { ...administer, errors: ['conflict', 'unavailable'] },
    operationId: 'sealSample',
    summary: 'Download a sealed sample',
    description:
      'A PDF of one page, sealed as signed documents are: with the certificate and the time-stamp authority of the organisation.',
    responses: {
      200: {
        description: 'The PDF.',
        content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      },
    },
    handler: async (request, reply) =>
      reply
        .type('application/pdf')
        .header('content-disposition', 'attachment; filename="sample-seal.pdf"')
        .send(await sealSample(app, actorOf(request).organisationId)),
  })

  onGet(server, '/v2/timeStampAuthority', {
    config: administer,
    operationId: 'getTimeStampAuthority',
    summary: 'Get the time-stamp authority of seals',
    description: 'The address that says when something was sealed, and when it was tested.',
    returns: authoritySchema,
    handler: async (request) => {
      const found = await findTimeStampAuthority(app, actorOf(request).organisationId)
      return { url: found?.url ?? null, testedAt: found?.testedAt.toISOString() ?? null }
    },
  })

  onPut(server, '/v2/timeStampAuthority', {
    config: {
      ...administer,
      documentedBodies: jsonBody(newAuthoritySchema, { url: 'https://tsa.example/tsr' }),
    },
    operationId: 'setTimeStampAuthority',
    summary: 'Test a time-stamp authority, and use it for seals',
    description:
      'Asks it for a time stamp. If it gives none the answer is 400 with the reason, and nothing changes.',
    returns: stampSchema,
    handler: async (request) => {
      const { url } = propertiesOf(request.body, ['url'])
      if (typeof url !== 'string')
        throw badInput('url', url === undefined ? 'is missing.' : 'must be a text.')
      const { at, by } = await setTimeStampAuthority(app, actorOf(request), url.trim())
      return { at: at.toISOString(), by }
    },
  })

  onDelete(server, '/v2/timeStampAuthority', {
    config: administer,
    operationId: 'removeTimeStampAuthority',
    summary: 'Seal without time stamps',
    description: 'Does nothing if seals have none. Those that have one keep it.',
    handler: (request) => removeTimeStampAuthority(app, actorOf(request)),
  })
}
