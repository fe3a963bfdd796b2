// v2 of reviewing an invoice: decisions on its lines, and a reduction of the whole.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idOf } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onPost, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { correctTaxCodes } from '../commands/correct-tax-codes.ts'
import { reduceInvoice, reduceToAgreedRates, reviewLines } from '../commands/review-invoice.ts'
import { invoiceDetailsSchema } from './invoices.wire.ts'
import {
  decisionsExample,
  decisionsFromV2,
  decisionsSchema,
  reductionExample,
  reductionFromV2,
  reductionSchema,
} from './reviews.wire.ts'
import { correctionsFromV2, correctionsSchema } from './taxes/tax-corrections.wire.ts'
import { shownInvoice } from './shown-invoice.ts'

const config = { access: { right: 'use' }, ifMatch: true, etag: true } as const

const when =
  'For the organisation that pays; an invoice that was Posted is InReview then. 409 once it is approved or declined. With If-Match, only the version that you have read.'

type ReviewRequest = FastifyRequest<{ Params: { invoiceId: string } }>

export const invoiceReviewRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/invoices/:invoiceId/review/lines', {
    config: { ...config, documentedBodies: jsonBody(decisionsSchema, decisionsExample) },
    summary: 'Review lines of an invoice',
    description: `Accepts, reduces or rejects lines, all or none. ${when}`,
    returns: invoiceDetailsSchema,
    handler: async (request, reply) => {
      const id = idOf(request.params.invoiceId)
      const [asked, checkVersion] = [decisionsFromV2(request.body), versionCheck(request)]
      await reviewLines(app, actorOf(request), id, { asked, checkVersion })
      return shownInvoice(app, actorOf(request), reply, id)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/review/rates', {
    config,
    operationId: 'reduceInvoiceToAgreedRates',
    summary: 'Reduce lines to the agreed rates',
    description: `Every line above the rate that is agreed for it and without a decision is reduced to it, with the reason Rate. 409 if there is none. ${when}`,
    returns: invoiceDetailsSchema,
    handler: async (request, reply) => {
      propertiesOf(request.body ?? {}, [])
      const id = idOf(request.params.invoiceId)
      await reduceToAgreedRates(app, actorOf(request), id, { checkVersion: versionCheck(request) })
      return shownInvoice(app, actorOf(request), reply, id)
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/review/taxCodes', {
    config: {
      ...config,
      documentedBodies: jsonBody(correctionsSchema, {
        lines: [{ number: 1, taxCode: { code: 'NZ15' }, reason: 'The work was done in New Zealand.' }],
      }),
    },
    operationId: 'correctTaxCodesOfInvoice',
    summary: 'Correct the tax codes of lines',
    description: `Names the code that is right, for lines without one as well; null takes a correction back. The tax of what is approved follows the code, and is never more than what was billed: a code that bills more is refused. The firm sees the correction with its reason. ${when}`,
    returns: invoiceDetailsSchema,
    handler: async (request, reply) => {
      const id = idOf(request.params.invoiceId)
      const [asked, checkVersion] = [correctionsFromV2(request.body), versionCheck(request)]
      await correctTaxCodes(app, actorOf(request), id, { asked, checkVersion })
      return shownInvoice(app, actorOf(request), reply, id)
    },
  })

  const reduction = '/v2/invoices/:invoiceId/review/reduction'
  const reduce = async (request: ReviewRequest, reply: FastifyReply, wanted: boolean) => {
    const id = idOf(request.params.invoiceId)
    await reduceInvoice(app, actorOf(request), id, {
      reduction: wanted ? reductionFromV2(request.body) : undefined,
      checkVersion: versionCheck(request),
    })
    return shownInvoice(app, actorOf(request), reply, id)
  }

  onPut(server, reduction, {
    config: { ...config, documentedBodies: jsonBody(reductionSchema, reductionExample) },
    summary: 'Reduce a whole invoice',
    description: `By an amount or a percentage, spread over its lines in proportion to what the decisions on them leave. ${when}`,
    returns: invoiceDetailsSchema,
    handler: (request, reply) => reduce(request, reply, true),
  })

  onDelete(server, reduction, {
    config,
    summary: 'Take back the reduction of an invoice',
    description: `The decisions on its lines stay. ${when}`,
    returns: invoiceDetailsSchema,
    handler: (request, reply) => reduce(request, reply, false),
  })
}
