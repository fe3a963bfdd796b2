// v2 of what is done with an invoice: posting, reviewing, approving, declining, paying, taking a payment back, voiding.
import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { decimalIn, momentIn, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import type { App } from '../../platform/app.ts'
import { moveInvoice } from '../commands/move-invoice.ts'
import { getInvoiceDetails } from '../listing.ts'
import type { Move } from '../moves.ts'
import { invoiceColumns, invoiceDetailsSchema, invoiceDetailsToV2 } from './invoices.wire.ts'

const config = { access: { right: 'use' } } as const

const schemaOf = (summary: string, description: string) => ({
  summary,
  description: `${description} 409 says what is possible when its state does not allow it.`,
  params: pathIds('invoiceId'),
  response: { 200: invoiceDetailsSchema },
})

type MoveRequest = FastifyRequest<{ Params: { invoiceId: string } }>

/** Moves the invoice and answers it as it is then. */
async function moved(app: App, request: MoveRequest, reply: FastifyReply, move: Move) {
  const [actor, id] = [actorOf(request), idOf(request.params.invoiceId)]
  await moveInvoice(app, actor, id, move)
  const details = await getInvoiceDetails(app, actor, id, invoiceColumns)
  reply.header('etag', etagOf(Number(details.row['version'])))
  return invoiceDetailsToV2(details)
}

/** The properties of a body that may be left out. */
const bodyOf = (request: FastifyRequest, known: readonly string[]) => propertiesOf(request.body ?? {}, known)

const either: RouteModule = (server, app) => {
  server.post(
    '/v2/invoices/:invoiceId/post',
    {
      config,
      schema: schemaOf(
        'Post an invoice',
        'Hands a draft, or one that was declined, to the organisation that pays.',
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
        'The end of it: its number may be used again. A paid one cannot be.',
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
      schema: schemaOf('Take an invoice into review', 'From then on its provider cannot void it any more.'),
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
            fees: Type.Optional(Type.Number({ description: 'The fees that are accepted; all by default.' })),
          }),
          { fees: 4900 },
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
      schema: schemaOf('Decline an invoice', 'With the reason, which its provider is shown.'),
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
            paidDateUtc: Type.Optional(Type.String({ format: 'date-time', description: 'Now by default.' })),
            note: Type.Optional(Type.String({ maxLength: 4_000 })),
          }),
          { paidDateUtc: '2026-11-02T10:00:00Z', note: 'Batch 7' },
        ),
      },
      schema: schemaOf('Pay an invoice', 'Notes the payment of an approved invoice.'),
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
      schema: schemaOf('Take a payment back', 'The invoice is Approved again, and the date of payment goes.'),
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
