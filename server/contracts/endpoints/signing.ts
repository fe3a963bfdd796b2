// Signing without an account: the page behind the secret address in a mail. Everything but the first call needs the
// proof that the code gives out.
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import type { RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { traitWords } from '../../platform/documents/pdf/changeable/traits.ts'
import type { App } from '../../platform/app.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { maskedMail } from '../../platform/secrets/mailed-code.ts'
import { lastDayOf } from '../outside-mail.ts'
import { findFields, mostFields } from '../signing/here/fields.ts'
import { longestValue } from '../signing/here/fill-fields.ts'
import { currentConsent } from '../signing/here/consent.ts'
import { handOver } from '../signing/here/replace-signer.ts'
import { declineToSign, readForSigner, type SignerBrowser, signHere } from '../signing/here/sign.ts'
import { appStepOf, proveByApp, startSignerApp } from '../signing/here/signer-app.ts'
import { getSigner, type KnownSigner, proveByCode, sendCode } from '../signing/here/signer-access.ts'

const config = { access: 'public', rate: 'failures' } as const
const params = Type.Object({ token: Type.String({ maxLength: 100 }) })
const text = Type.String({ maxLength: 2_000 })
const nothing = Type.Object({})

const picture = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9+/]+={0,2}$' })

const Opened = Type.Object({
  organization: Type.String(),
  sender: Type.String(),
  email: Type.String(),
  lastDay: Type.String(),
  signed: Type.Boolean(),
  completed: Type.Boolean(),
  waiting: Type.Boolean(),
})
const Signature = Type.Object({
  consentVersion: Type.Integer(),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  picture: picture(300_000),
  drawn: Type.Boolean(),
  initials: Type.Optional(picture(120_000)),
  fields: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.Integer(),
        text: Type.Optional(Type.String({ maxLength: longestValue })),
        checked: Type.Optional(Type.Boolean()),
      }),
      { maxItems: mostFields },
    ),
  ),
})
const Field = Type.Object({
  field: Type.Integer(),
  kind: Type.String(),
  page: Type.Integer(),
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
  required: Type.Boolean(),
  label: Type.Union([Type.String(), Type.Null()]),
})

const Asked = Type.Object({
  name: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  party: Type.Union([Type.String(), Type.Null()]),
  contract: Type.String(),
  message: Type.Union([Type.String(), Type.Null()]),
  mayHandOver: Type.Boolean(),
  madeFixed: Type.Array(Type.String()),
  consent: Type.Object({ version: Type.Integer(), text: Type.String() }),
  fields: Type.Array(Field),
})

const proofOf = ({ headers }: FastifyRequest): string => {
  const proof = headers['x-signing-proof']
  if (typeof proof === 'string' && proof.length <= 100) return proof
  throw new AppError('unauthorized', 'Ask for a code first.')
}

const browserOf = (request: FastifyRequest): SignerBrowser => ({
  token: (request.params as { readonly token: string }).token,
  proof: proofOf(request),
  ip: request.ip,
  browser: (request.headers['user-agent'] ?? '').slice(0, 300),
})

/** Their own fields, and nobody else's. */
async function fieldsOf(app: App, { organisationId, requestId, place }: KnownSigner) {
  const fields = await findFields(app.db, { organisationId, requestIds: [requestId] })
  return fields
    .filter((each) => each.place === place)
    .map(({ number: field, kind, page, x, y, width, height, required, label }) => ({
      field,
      kind,
      page,
      x,
      y,
      width,
      height,
      required,
      label,
    }))
}

/** What they are asked to sign. */
async function askedOf(app: App, signer: KnownSigner) {
  const { name, title, party, contract, message, mayHandOver } = signer
  const madeFixed = (signer.madeFixed ?? []).map(traitWords)
  const shown = { name, title, party, contract, message, mayHandOver, madeFixed }
  return { ...shown, consent: { ...currentConsent }, fields: await fieldsOf(app, signer) }
}

export const signingRoutes: RouteModule = (server, app) => {
  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))

  onGet(server, '/signing/:token', {
    config,
    hide: true,
    params,
    returns: Opened,
    handler: async (request) => {
      const signer = await getSigner(app, request.params.token)
      return {
        organization: signer.organisation,
        sender: signer.sender,
        email: maskedMail(signer.email),
        lastDay: lastDayOf(signer.expiresAt, signer.timeZone),
        signed: signer.state === 'Signed',
        completed: signer.requestState === 'Completed',
        waiting: signer.state === 'Waiting',
      }
    },
  })

  onPost(server, '/signing/:token/codes', {
    config,
    hide: true,
    params,
    responses: { 204: Type.Null() },
    handler: async (request, reply) => {
      await sendCode(app, request.params.token)
      return reply.code(204).send(null)
    },
  })

  onPost(server, '/signing/:token/proofs', {
    config,
    hide: true,
    params,
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    returns: Type.Object({
      proof: Type.String(),
      app: Type.Union([Type.Literal('None'), Type.Literal('SetUp'), Type.Literal('Code')]),
      asked: Type.Union([Asked, Type.Null()]),
    }),
    handler: async (request) => {
      const proof = await proveByCode(app, request.params.token, request.body.code.trim())
      const signer = await getSigner(app, request.params.token)
      const step = await appStepOf(app.db, signer)
      return { proof, app: step, asked: step === 'None' ? await askedOf(app, signer) : null }
    },
  })

  onPost(server, '/signing/:token/app/setups', {
    config,
    hide: true,
    params,
    returns: Type.Object({ secret: Type.String(), address: Type.String(), setUp: Type.String() }),
    handler: async (request) => ({
      ...(await startSignerApp(app, request.params.token, proofOf(request))),
    }),
  })

  onPost(server, '/signing/:token/app/codes', {
    config,
    hide: true,
    params,
    body: Type.Object({
      code: Type.String({ maxLength: 20 }),
      setUp: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    returns: Asked,
    handler: async (request) => {
      const { code, setUp } = request.body
      const browser = { token: request.params.token, proof: proofOf(request) }
      return askedOf(app, await proveByApp(app, browser, { code, setUp }))
    },
  })

  onGet(server, '/signing/:token/document', {
    config,
    hide: true,
    params,
    responses: { 200: { description: 'The PDF.', content: { 'application/pdf': { schema: nothing } } } },
    handler: async (request, reply) => {
      const { bytes, sha256 } = await readForSigner(app, browserOf(request))
      return reply
        .type('application/pdf')
        .headers({
          'x-sha256': sha256.toString('hex'),
          'x-content-type-options': 'nosniff',
          'content-disposition': 'attachment; filename="document.pdf"',
        })
        .send(bytes)
    },
  })

  onPost(server, '/signing/:token/signature', {
    config,
    hide: true,
    params,
    body: Signature,
    bodyLimit: 512 * 1024,
    responses: { 204: Type.Null() },
    handler: async (request, reply) => {
      const { consentVersion, sha256, picture: signature, drawn, initials, fields = [] } = request.body
      await signHere(app, browserOf(request), {
        consentVersion,
        sha256: Buffer.from(sha256, 'hex'),
        picture: Buffer.from(signature, 'base64'),
        isDrawn: drawn,
        initials: initials === undefined ? undefined : Buffer.from(initials, 'base64'),
        fields,
      })
      return reply.code(204).send(null)
    },
  })

  onPost(server, '/signing/:token/handover', {
    config,
    hide: true,
    params,
    body: Type.Object({
      name: Type.String({ maxLength: 255 }),
      email: Type.String({ maxLength: 254 }),
      reason: text,
    }),
    responses: { 204: Type.Null() },
    handler: async (request, reply) => {
      const { name, email, reason } = request.body
      await handOver(app, browserOf(request), { name: name.trim(), email: email.trim(), reason })
      return reply.code(204).send(null)
    },
  })

  onPost(server, '/signing/:token/refusal', {
    config,
    hide: true,
    params,
    body: Type.Object({ reason: text }),
    responses: { 204: Type.Null() },
    handler: async (request, reply) => {
      if (request.body.reason.trim() === '') throw badInput('reason', 'is missing.')
      await declineToSign(app, browserOf(request), request.body.reason)
      return reply.code(204).send(null)
    },
  })
}
