// Answering an approval from a mail: the page behind the secret address. Reading decides nothing, because programs that
// check mails follow their links.
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import { checkCsrf, sessionCookie } from '../../http/session-cookie.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import type { RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import type { App } from '../../platform/app.ts'
import { deviceOf } from '../../identity/sessions/devices.ts'
import { findSessionActor } from '../../identity/sessions/session.ts'
import { fullNameOf } from '../../platform/person.ts'
import type { AnswerBrowser } from '../approvals/answer-addresses.ts'
import { type FindQuestion, findQuestion, type ShownQuestion } from '../approvals/questions.ts'

const config = { access: 'public', rate: 'failures' } as const
const params = Type.Object({ token: Type.String({ maxLength: 100 }) })
const textOrNull = Type.Union([Type.String(), Type.Null()])

const Question = Type.Object({
  organization: Type.String(),
  approver: textOrNull,
  isForAnother: Type.Boolean(),
  requester: textOrNull,
  contract: Type.Union([Type.Object({ name: Type.String(), number: textOrNull }), Type.Null()]),
  invoice: Type.Union([
    Type.Object({
      id: Type.Integer(),
      number: Type.String(),
      provider: Type.String(),
      matter: Type.String(),
      date: Type.String(),
      currency: Type.String(),
      billed: Type.String(),
      toApprove: Type.String(),
    }),
    Type.Null(),
  ]),
  amounts: Type.Array(Type.Object({ title: Type.String(), value: Type.String(), currency: Type.String() })),
  steps: Type.Array(Type.String()),
  due: textOrNull,
  comment: textOrNull,
  againBecause: textOrNull,
  document: Type.Union([
    Type.Object({ name: Type.String(), contentType: Type.String(), size: Type.Number() }),
    Type.Null(),
  ]),
  changed: textOrNull,
  asked: Type.String(),
})
const Answer = Type.Object({
  decision: Type.Union([Type.Literal('Approved'), Type.Literal('Declined')]),
  comment: Type.Optional(Type.String({ maxLength: 4_000 })),
  asked: Type.String({ maxLength: 100 }),
})

async function browserOf(app: App, request: FastifyRequest): Promise<AnswerBrowser> {
  const secret = sessionCookie(request, app.config)
  const signedIn = secret === undefined ? undefined : await findSessionActor(app, secret, deviceOf(request))
  const { token } = request.params as { readonly token: string }
  return { token, signedIn: signedIn && { ...signedIn, requestId: request.id } }
}

const nameOf = (person: ShownQuestion['approver']) => (person ? fullNameOf(person) : null)

/** The routes of the page, for the questions of these kinds of approvals. */
export const approvingRoutes =
  (kinds: readonly FindQuestion[]): RouteModule =>
  (server, app) => {
    const questionOf = async (request: FastifyRequest) =>
      findQuestion(kinds, app, await browserOf(app, request))

    // also of the document, whose own headers let browsers keep it
    server.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

    onGet(server, '/approving/:token', {
      config,
      hide: true,
      params,
      returns: Question,
      handler: async (request) => {
        const { organisation, approver, requester, document, ...question } = await (
          await questionOf(request)
        ).show()
        return {
          ...question,
          organization: organisation,
          approver: nameOf(approver),
          requester: nameOf(requester),
          invoice: question.invoice && { ...question.invoice },
          amounts: question.amounts.map(({ title, value, currency }) => ({ title, value, currency })),
          steps: [...question.steps],
          document: document && {
            name: document.name,
            contentType: document.contentType,
            size: document.size,
          },
        }
      },
    })

    server.get(
      '/approving/:token/document',
      { config, schema: { hide: true, params, response: contentAnswers('The document.') } },
      async (request, reply) => sendFound(request, reply, async () => (await questionOf(request)).document()),
    )

    onPost(server, '/approving/:token/answer', {
      config,
      hide: true,
      params,
      body: Answer,
      responses: { 204: Type.Null() },
      handler: async (request, reply) => {
        // somebody to whom the mail was forwarded must not make the person's browser answer
        checkCsrf(request, app.config)
        const { decision, comment = '', asked } = request.body
        const text = comment.trim()
        const question = await questionOf(request)
        await question.answer({ decision, comment: text === '' ? null : text, asked })
        return reply.code(204).send(null)
      },
    })
  }
