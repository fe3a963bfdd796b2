// What a law firm can answer now, and who answers for it.
import type { Actor } from '../../platform/actor.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { type Invoice, isReviewable } from '../invoice.ts'
import { type Exchange, type ExchangeKind, getExchanges, openExchange } from './exchange.ts'

/** Whether the actor belongs to the firm of an invoice that they see, and not to the organisation that pays. */
export const isOfFirm = (
  { organisationId }: Pick<Actor, 'organisationId'>,
  payer: number,
  firm: number | null,
): boolean => organisationId !== payer && organisationId === firm

/** The invoice, locked, for those who may answer for the firm; throws not_found, and forbidden for everybody else. */
export async function invoiceOfFirm(tx: Tx, actor: Actor, id: number) {
  const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
  if (mover.involvement.isOwn || invoice.serviceProviderId !== actor.organisationId) {
    throw forbidden('Only the law firm whose invoice it is can answer.')
  }
  return { invoice, changing: permitted(invoice, mover.involvement, 'postInvoices') }
}

/** What waits for the firm, of the kind if there is one; throws conflict that says why nothing does. */
export async function openToFirm(
  tx: Tx,
  invoice: Invoice,
  now: Date,
  kind?: ExchangeKind,
): Promise<Exchange> {
  const exchanges = await getExchanges(tx, invoice)
  const open = isReviewable(invoice.status) ? openExchange(exchanges, now) : undefined
  if (open && (kind === undefined || open.kind === kind)) return open
  const asked = kind ?? (exchanges.decisions ? 'Decisions' : 'Questions')
  throw conflict(notOpen(asked, asked === 'Questions' ? exchanges.questions : exchanges.decisions))
}

function notOpen(kind: ExchangeKind, exchange: Exchange | undefined): string {
  const what = kind === 'Questions' ? 'questions about this invoice' : 'decisions on this invoice'
  if (!exchange) return `No ${what} were sent to you.`
  if (exchange.answeredAt !== null) {
    return kind === 'Questions'
      ? 'The questions were answered already.'
      : `The decisions were ${exchange.outcome === 'Accepted' ? 'accepted' : 'appealed'} already.`
  }
  return `The time for it is over: it was until ${exchange.due}.`
}
