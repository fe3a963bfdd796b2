// An invoice as the calls that read or change one answer it.
import type { FastifyReply } from 'fastify'
import { etagOf } from '../../http/if-match.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { yieldToEventLoop } from '../../platform/workers/yield-event-loop.ts'
import { getInvoiceDetails } from '../invoice-details.ts'
import { linesPerTurn } from '../lines.ts'
import { invoiceColumns, invoiceDetailsToV2 } from './invoices.wire.ts'

/** The whole invoice, with its version as the ETag of the answer. Throws not_found if the actor may not see it. */
export async function shownInvoice(app: App, actor: Actor, reply: FastifyReply, id: number) {
  const details = await getInvoiceDetails(app, actor, id, invoiceColumns)
  reply.header('etag', etagOf(Number(details.row['version'])))
  if (details.lines.length > linesPerTurn) await yieldToEventLoop()
  return invoiceDetailsToV2(details)
}
