// v2 of what passes between payer and law firm during a review: questions and answers, decisions and appeals.
import type { FastifyRequest } from 'fastify'
import { idOf } from '../../../http/ids.ts'
import { versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { propertiesOf } from '../../../http/v2/merge-patch.ts'
import type { App } from '../../../platform/app.ts'
import { acceptDecisions, answerQuestions, appeal } from '../../exchange/answer-payer.ts'
import { askQuestions, sendDecisions } from '../../exchange/ask-firm.ts'
import { decideAppeals } from '../../exchange/decide-appeals.ts'
import { showExchange } from '../../exchange/show-exchange.ts'
import {
  answersSchema,
  appealsFromV2,
  appealsSchema,
  decidedFromV2,
  decidedSchema,
  exchangeSchema,
  exchangeToV2,
  questionsFromV2,
  questionsSchema,
  sendingFromV2,
  sendSchema,
  textsFromV2,
} from './exchange.wire.ts'

const use = { access: { right: 'use' } } as const
const step = { ...use, ifMatch: true } as const

type OfInvoice = FastifyRequest<{ Params: { invoiceId: string } }>

const shown = async (app: App, request: OfInvoice) => exchangeToV2(await showExchange(app, ...on(request)))
const on = (request: OfInvoice) => [actorOf(request), idOf(request.params.invoiceId)] as const

const questionRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/invoices/:invoiceId/exchange', {
    config: use,
    operationId: 'getInvoiceExchange',
    summary: 'Get questions, answers and appeals',
    description:
      'What the organisation that pays has asked and sent during its review, and what the law firm said. Both sides see it.',
    returns: exchangeSchema,
    handler: (request) => shown(app, request),
  })

  onPost(server, '/v2/invoices/:invoiceId/exchange/questions', {
    config: {
      ...step,
      documentedBodies: jsonBody(questionsSchema, {
        lines: [{ number: 1, question: 'Who was at the meeting?' }],
      }),
    },
    operationId: 'askInvoiceQuestions',
    summary: 'Ask the law firm about lines',
    description:
      'For the organisation that pays, once: the invoice waits until the firm has answered, or its last day is over. 409 if questions were asked before.',
    responses: { 200: exchangeSchema },
    handler: async (request) => {
      const checkVersion = versionCheck(request)
      await askQuestions(app, ...on(request), { ...questionsFromV2(request.body), checkVersion })
      return shown(app, request)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/exchange/answers', {
    config: {
      ...step,
      documentedBodies: jsonBody(answersSchema, {
        lines: [{ number: 1, answer: 'Ruth Calder and the client.' }],
      }),
    },
    operationId: 'answerInvoiceQuestions',
    summary: 'Answer the questions about lines',
    description:
      'For the law firm, all at once, until the last day. 409 afterwards, and when they were answered.',
    responses: { 200: exchangeSchema },
    handler: async (request) => {
      const answers = textsFromV2(propertiesOf(request.body, ['lines']), 'answer')
      await answerQuestions(app, ...on(request), { answers, checkVersion: versionCheck(request) })
      return shown(app, request)
    },
  })
}

const decisionRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/invoices/:invoiceId/exchange/decisions', {
    config: { ...step, documentedBodies: jsonBody(sendSchema, { note: 'As agreed in the guidelines.' }) },
    operationId: 'sendInvoiceDecisions',
    summary: 'Send the decisions of a review',
    description:
      'For the organisation that pays, once, before it approves: the firm sees what was decided on its lines, and accepts or appeals until its last day. They only change where it appeals. 409 if nothing is reduced.',
    responses: { 200: exchangeSchema },
    handler: async (request) => {
      await sendDecisions(app, ...on(request), {
        ...sendingFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      return shown(app, request)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/exchange/accept', {
    config: step,
    operationId: 'acceptInvoiceDecisions',
    summary: 'Accept the decisions on an invoice',
    description: 'For the law firm, until its last day. 409 afterwards.',
    responses: { 200: exchangeSchema },
    handler: async (request) => {
      propertiesOf(request.body ?? {}, [])
      await acceptDecisions(app, ...on(request), versionCheck(request))
      return shown(app, request)
    },
  })
}

const appealRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/invoices/:invoiceId/exchange/appeals', {
    config: {
      ...step,
      documentedBodies: jsonBody(appealsSchema, {
        lines: [{ number: 1, reason: 'The hearing took two hours.' }],
      }),
    },
    operationId: 'appealInvoiceDecisions',
    summary: 'Appeal against decisions on lines',
    description:
      'For the law firm, once, until its last day: with a reason for each line, and for the reduction of the whole invoice if it appeals against that; it accepts the other decisions with that. 409 afterwards.',
    responses: { 200: exchangeSchema },
    handler: async (request) => {
      await appeal(app, ...on(request), {
        ...appealsFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      return shown(app, request)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/exchange/appeals/decisions', {
    config: {
      ...step,
      documentedBodies: jsonBody(decidedSchema, {
        lines: [{ number: 1, outcome: 'PartlyRestored', approvedAmount: 450, note: 'An hour and a half.' }],
      }),
    },
    operationId: 'decideInvoiceAppeals',
    summary: 'Decide on the appeals of a law firm',
    description:
      'For the organisation that pays, on all of them at once: each line, and the reduction of the whole invoice, is restored, restored in part, or stays as it was decided. What leaves more asks again for approvals that wait. 409 where none waits.',
    responses: { 200: exchangeSchema },
    handler: async (request) => {
      await decideAppeals(app, ...on(request), {
        ...decidedFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      return shown(app, request)
    },
  })
}

export const invoiceExchangeRoutes: RouteModule = (server, app) => {
  for (const routes of [questionRoutes, decisionRoutes, appealRoutes]) routes(server, app)
}
