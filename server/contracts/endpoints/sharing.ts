// A document with the other side, without an account: the page behind the secret address in a mail. Everything but the
// first calls needs the proof that the code gives out.
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import { openForm } from '../../http/bodies/form.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import type { RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import type { App } from '../../platform/app.ts'
import { AppError, badInput, notFound } from '../../platform/errors.ts'
import { maskedMail } from '../../platform/secrets/mailed-code.ts'
import { lastDayOf } from '../outside-mail.ts'
import {
  getProvenRecipient,
  getRecipient,
  proveByCode,
  type RecipientBrowser,
  sendCode,
} from '../sharing/recipient-access.ts'
import {
  findDocument,
  getUploader,
  listAnswers,
  readForRecipient,
  returnVersion,
  writeComment,
} from '../sharing/recipient-acts.ts'

const config = { access: 'public', rate: 'failures' } as const
const params = Type.Object({ token: Type.String({ maxLength: 100 }) })
const at = Type.String({ format: 'date-time' })

const Opened = Type.Object({ organization: Type.String(), email: Type.String() })
const Shown = Type.Object({
  sender: Type.String(),
  contract: Type.String(),
  document: Type.Object({
    name: Type.String(),
    contentType: Type.String(),
    sha256: Type.String(),
    takesVersions: Type.Boolean(),
  }),
  message: Type.Union([Type.String(), Type.Null()]),
  lastDay: Type.String(),
  mayUpload: Type.Boolean(),
  mayComment: Type.Boolean(),
  returns: Type.Array(Type.Object({ name: Type.String(), at })),
  comments: Type.Array(Type.Object({ text: Type.String(), at })),
})

const browserOf = (request: FastifyRequest): RecipientBrowser => {
  const proof = request.headers['x-share-proof']
  if (typeof proof !== 'string' || proof.length > 100)
    throw new AppError('unauthorized', 'Ask for a code first.')
  return { token: (request.params as { readonly token: string }).token, proof }
}

export const sharingRoutes: RouteModule = (server, app) => {
  // also of the document, whose own headers let browsers keep it
  server.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

  onGet(server, '/sharing/:token', {
    config,
    hide: true,
    params,
    returns: Opened,
    handler: async (request) => {
      const { organisation, email } = await getRecipient(app, request.params.token)
      return { organization: organisation, email: maskedMail(email) }
    },
  })

  onPost(server, '/sharing/:token/codes', {
    config,
    hide: true,
    params,
    responses: { 204: Type.Null() },
    handler: async (request, reply) => {
      await sendCode(app, request.params.token)
      return reply.code(204).send(null)
    },
  })

  onPost(server, '/sharing/:token/proofs', {
    config,
    hide: true,
    params,
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    returns: Type.Object({ proof: Type.String() }),
    handler: async (request) => ({
      proof: await proveByCode(app, request.params.token, request.body.code.trim()),
    }),
  })

  onGet(server, '/sharing/:token/share', {
    config,
    hide: true,
    params,
    returns: Shown,
    handler: async (request) => shownTo(app, browserOf(request)),
  })

  server.get(
    '/sharing/:token/document',
    { config, schema: { hide: true, params, response: contentAnswers('The document.') } },
    async (request, reply) => sendFound(request, reply, () => readForRecipient(app, browserOf(request))),
  )

  onPost(server, '/sharing/:token/versions', {
    config,
    hide: true,
    params,
    responses: { 204: Type.Null() },
    handler: async (request, reply) => {
      await takeVersion(app, request)
      return reply.code(204).send(null)
    },
  })

  onPost(server, '/sharing/:token/comments', {
    config,
    hide: true,
    params,
    body: Type.Object({ text: Type.String({ maxLength: 20_000 }) }),
    responses: { 204: Type.Null() },
    handler: async (request, reply) => {
      await writeComment(app, browserOf(request), request.body.text)
      return reply.code(204).send(null)
    },
  })
}

async function shownTo(app: App, browser: RecipientBrowser) {
  const recipient = await getProvenRecipient(app, browser)
  const [document, { comments, returns }] = await Promise.all([
    findDocument(app.db, recipient),
    listAnswers(app, recipient),
  ])
  if (!document) throw notFound()
  const { sender, organisation, contract, message, mayUpload, mayComment, expiresAt, timeZone } = recipient
  return {
    sender: `${sender} of ${organisation}`,
    contract,
    document: {
      name: document.name,
      contentType: document.contentType,
      sha256: recipient.sha256.toString('hex'),
      takesVersions: mayUpload && !document.frozen,
    },
    message,
    lastDay: lastDayOf(expiresAt, timeZone),
    mayUpload,
    mayComment,
    returns: returns.map((each) => ({ name: each.name, at: each.at.toISOString() })),
    comments: comments.map((each) => ({ text: each.text, at: each.at.toISOString() })),
  }
}

async function takeVersion(app: App, request: FastifyRequest): Promise<void> {
  const recipient = await getUploader(app, browserOf(request))
  const form = await openForm(request, 'file')
  const { file } = form
  if (!file) throw badInput('file', 'is missing: send it as a part of multipart/form-data.')
  try {
    const { fileName, contentType, bytes: source } = file
    await returnVersion(app, recipient, { source, fileName, contentType, whole: () => form.rest() })
  } finally {
    form.close()
  }
}
