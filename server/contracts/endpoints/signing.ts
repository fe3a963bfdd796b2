// Signing without an account: the page behind the secret address in a mail. Everything but the first call needs the
// proof that the code gives out.
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import type { RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { AppError, badInput } from '../../platform/errors.ts'
import { maskedMail } from '../../platform/secrets/mailed-code.ts'
import { lastDayOf } from '../outside-mail.ts'
import { currentConsent } from '../signing/here/consent.ts'
import { handOver } from '../signing/here/replace-signer.ts'
import { declineToSign, readForSigner, type SignerBrowser, signHere } from '../signing/here/sign.ts'
import { getSigner, proveByCode, sendCode } from '../signing/here/signer-access.ts'

const config = { access: 'public', rate: 'failures', secretPath: true } as const
const params = Type.Object({ token: Type.String({ maxLength: 100 }) })
const text = Type.String({ maxLength: 2_000 })
const nothing = Type.Object({})

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
  picture: Type.String({ maxLength: 300_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
  drawn: Type.Boolean(),
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
      name: Type.String(),
      title: Type.Union([Type.String(), Type.Null()]),
      party: Type.Union([Type.String(), Type.Null()]),
      contract: Type.String(),
      message: Type.Union([Type.String(), Type.Null()]),
      mayHandOver: Type.Boolean(),
      consent: Type.Object({ version: Type.Integer(), text: Type.String() }),
    }),
    handler: async (request) => {
      const proof = await proveByCode(app, request.params.token, request.body.code.trim())
      const { name, title, party, contract, message, mayHandOver } = await getSigner(
        app,
        request.params.token,
      )
      return { proof, name, title, party, contract, message, mayHandOver, consent: { ...currentConsent } }
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
      const { consentVersion, sha256, picture, drawn } = request.body
      await signHere(app, browserOf(request), {
        consentVersion,
        sha256: Buffer.from(sha256, 'hex'),
        picture: Buffer.from(picture, 'base64'),
        isDrawn: drawn,
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
