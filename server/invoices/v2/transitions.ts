// v2 of the transitions of an invoice: posting, reviewing, approving, declining, paying, undoing a payment, voiding.
import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idOf, pathIds } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { decimalIn, momentIn, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import type { App } from '../../platform/app.ts'
import { transitionAsRead } from '../commands/transition-invoice.ts'
import type { Transition } from '../transitions.ts'
import { invoiceDetailsSchema } from './invoices.wire.ts'
import { shownInvoice } from './shown-invoice.ts'

const config = { access: { right: 'use' }, ifMatch: true, etag: true } as const

const schemaOf = (summary: string, description: string) => ({
  summary,
  description: `${description} 409 names what is possible if its status does not allow it. With If-Match, only the version that you have read.`,
  params: pathIds('invoiceId'),
  response: { 200: invoiceDetailsSchema },
})

type MoveRequest = FastifyRequest<{ Params: { invoiceId: string } }>

/** Applies the transition and returns the invoice. */
async function moved(app: App, request: MoveRequest, reply: FastifyReply, move: Transition) {
  const [actor, id] = [actorOf(request), idOf(request.params.invoiceId)]
  await transitionAsRead(app, actor, { id, move, checkVersion: versionCheck(request) })
  return shownInvoice(app, actor, reply, id)
}

/** The properties of an optional body. */
const bodyOf = (request: FastifyRequest, known: readonly string[]) => propertiesOf(request.body ?? {}, known)

const either: RouteModule = (server, app) => {
  server.post(
    '/v2/invoices/:invoiceId/post',
    {
      config,
      schema: schemaOf(
        'Post an invoice',
        'Submits a draft, or an invoice that was declined, to the organisation that pays.',
      ),
    },
    async (request, reply) => {
      bodyOf(request, [])
      return moved(app, request, reply, { kind: 'post' })
    },
  )

  server.post(
    '/v2/invoices/:invoiceId/void',
    {
      config,
      schema: schemaOf(
        'Void an invoice',
        'Final: its number may be used again. A paid invoice cannot be voided.',
      ),
    },
    async (request, reply) => {
      bodyOf(request, [])
      return moved(app, request, reply, { kind: 'void' })
    },
  )
}

const decisions: RouteModule = (server, app) => {
  server.post(
    '/v2/invoices/:invoiceId/review',
    {
      config,
      schema: schemaOf('Start reviewing an invoice', 'Its provider can no longer void it.'),
    },
    async (request, reply) => {
      bodyOf(request, [])
      return moved(app, request, reply, { kind: 'review' })
    },
  )

  server.post(
    '/v2/invoices/:invoiceId/approve',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(
          Type.Object({
            fees: Type.Optional(Type.Number({ description: 'The accepted amount of fees; default: all.' })),
          }),
          { fees: 450 },
        ),
      },
      schema: schemaOf('Approve an invoice', 'For the organisation that pays.'),
    },
    async (request, reply) => {
      const fees = decimalIn(bodyOf(request, ['fees']), 'fees') ?? undefined
      return moved(app, request, reply, { kind: 'approve', ...(fees === undefined ? {} : { fees }) })
    },
  )

  server.post(
    '/v2/invoices/:invoiceId/decline',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(Type.Object({ reason: Type.String({ minLength: 1, maxLength: 4_000 }) }), {
          reason: 'The rate of TK03 is not the one agreed.',
        }),
      },
      schema: schemaOf('Decline an invoice', 'With the reason, which is shown to its provider.'),
    },
    async (request, reply) => {
      const reason = textIn(bodyOf(request, ['reason']), 'reason', { longest: 4_000 }) ?? ''
      return moved(app, request, reply, { kind: 'decline', reason })
    },
  )
}

const payments: RouteModule = (server, app) => {
  server.post(
    '/v2/invoices/:invoiceId/pay',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(
          Type.Object({
            paidDateUtc: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now.' })),
            note: Type.Optional(Type.String({ maxLength: 4_000 })),
          }),
          { paidDateUtc: '2026-11-02T10:00:00Z', note: 'Batch 7' },
        ),
      },
      schema: schemaOf('Pay an invoice', 'Records the payment of an approved invoice.'),
    },
    async (request, reply) => {
      const properties = bodyOf(request, ['paidDateUtc', 'note'])
      const paidAt = momentIn(properties, 'paidDateUtc') ?? undefined
      const note = textIn(properties, 'note', { longest: 4_000 })
      return moved(app, request, reply, {
        kind: 'pay',
        ...(paidAt === undefined ? {} : { paidAt }),
        ...(note === undefined ? {} : { note }),
      })
    },
  )

  server.post(
    '/v2/invoices/:invoiceId/unpay',
    {
      config,
      schema: schemaOf('Undo a payment', 'The invoice is Approved again, without a date of payment.'),
    },
    async (request, reply) => {
      bodyOf(request, [])
      return moved(app, request, reply, { kind: 'unpay' })
    },
  )
}

export const invoiceMoveRoutes: RouteModule = (server, app) => {
  for (const routes of [either, decisions, payments]) routes(server, app)
}
