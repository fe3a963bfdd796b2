// Recording a payment of an invoice, a part of what remains or all of it, and taking one back.
import { sql } from 'kysely'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, differenceOf, isDecimal, rounded, sumOf } from '../../platform/decimal.ts'
import { badInput, conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate, type HeldInvoice } from '../access.ts'
import { writeInvoice } from '../commands/write-invoice.ts'
import type { Invoice } from '../invoice.ts'
import { drawnFrom } from '../arrangements/retainer.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import {
  isOpen,
  longestNote,
  longestReference,
  mostPayments,
  type NewPayment,
  paidOf,
  remainingOf,
} from './payment.ts'
import { insertPayment, standingPayments, withdrawStored } from './stored-payments.ts'

/**
 * Records a payment and returns its id. For those who may pay the invoice; throws conflict for one that is not approved
 * or of which nothing remains, and bad_request for more than remains.
 */
export function recordPayment(
  app: App,
  actor: Actor,
  invoiceId: number,
  { checkVersion, ...payment }: NewPayment & VersionChecked,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const held = await getInvoiceForUpdate(tx, actor, invoiceId)
    const invoice = payableBy(held)
    checkVersion?.(invoice.version)
    const { id, events } = await recordWithin(tx, actor, invoice, { payment, now })
    return { result: id, events }
  })
}

/** The invoice, for its payment. Throws forbidden for who may not pay it, above all its law firm. */
function payableBy({ invoice, mover }: HeldInvoice): Invoice & MayChange {
  if (!mover.involvement.isOwn) throw forbidden('Payments are recorded by the organisation that pays.')
  return permitted(invoice, mover.involvement, 'payInvoices')
}

/** The same within a larger change, for an invoice that is locked. */
export async function recordWithin(
  tx: Tx,
  actor: Actor,
  invoice: Invoice & MayChange,
  { payment, now }: { readonly payment: NewPayment; readonly now: Date },
): Promise<{ readonly id: number; readonly events: readonly DomainEvent[] }> {
  const asked = amountOf(invoice, payment)
  const { retainerId = null } = payment
  const orLess = payment.amount === undefined
  const drawn = retainerId === null ? undefined : await drawnFrom(tx, invoice, { retainerId, asked, orLess })
  const amount = drawn?.amount ?? asked
  await checkMost(tx, invoice)
  const { paidAt, reference, note, externalId = null } = payment
  checkTexts(payment)
  const row = { paidAt, amount, reference, note, externalId, retainerId, retainer: drawn?.title ?? null }
  const { id, event } = await insertPayment(tx, invoice, row, { userId: actor.userId, now })
  const paid = { ...invoice, paidAmount: sumOf([paidOf(invoice), amount]) }
  const isPaid = invoice.status === 'Paid' || !isOpen(paid)
  const next: Invoice = isPaid
    ? { ...paid, status: 'Paid', paidAt: invoice.paidAt ?? paidAt, paymentNote: note ?? invoice.paymentNote }
    : paid
  const moved = await writeInvoice(tx, actor, invoice, { next, now, touched: true })
  return { id, events: [event, ...moved] }
}

function amountOf(invoice: Invoice, { amount }: NewPayment): string {
  const remaining = remainingOf(invoice)
  if (invoice.status !== 'Approved' && invoice.status !== 'Paid') {
    throw conflict(`An invoice that is ${invoice.status} is not paid: it has to be approved.`)
  }
  const sign = compareDecimals(remaining, '0')
  if (sign === 0) throw conflict('Nothing remains to be paid of this invoice.')
  if (amount === undefined) return remaining
  const digits = currencyDigits(invoice.currency)
  const money = (sum: string) => `${invoice.currency} ${rounded(sum, digits)}`
  if (!isDecimal(amount, 16, digits) || compareDecimals(amount, '0') === 0) {
    throw badInput('amount', `must be an amount such as ${rounded(remaining, digits)}, and not 0.`)
  }
  // in the direction of what remains, and not beyond it
  if (compareDecimals(amount, '0') === sign && compareDecimals(amount, remaining) !== sign) return amount
  throw badInput(
    'amount',
    sign > 0
      ? `must be more than 0 and at most ${money(remaining)}, what remains to be paid.`
      : `must be below 0 and at least ${money(remaining)}: more is paid than is due, and the law firm pays it back.`,
  )
}

/** Throws conflict for an invoice with very many payments, those that were taken back among them. */
async function checkMost(tx: Tx, { organisationId, id }: Invoice): Promise<void> {
  const { count } = await tx
    .selectFrom('invoice_payments')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostPayments) throw conflict(`An invoice has at most ${mostPayments} payments.`)
}

function checkTexts({ reference, note }: NewPayment): void {
  if ((reference ?? '').length > longestReference)
    throw badInput('reference', `must have at most ${longestReference} characters.`)
  if ((note ?? '').length > longestNote)
    throw badInput('note', `must have at most ${longestNote} characters.`)
}

interface Withdrawal extends VersionChecked {
  readonly paymentId: number
  readonly reason: string
}

/**
 * Takes a payment back, with a reason; an invoice of which something remains then is Approved again. Throws not_found
 * for a payment of another invoice, and conflict for one that was taken back already.
 */
export function withdrawPayment(
  app: App,
  actor: Actor,
  invoiceId: number,
  { paymentId, reason, checkVersion }: Withdrawal,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const invoice = payableBy(await getInvoiceForUpdate(tx, actor, invoiceId))
    checkVersion?.(invoice.version)
    const payment = (await standingPayments(tx, invoice)).find(({ id }) => id === paymentId)
    if (!payment) throw await notStanding(tx, invoice, paymentId)
    const event = await withdrawStored(tx, invoice, payment, { reason, userId: actor.userId, now })
    const left = { ...invoice, paidAmount: differenceOf(paidOf(invoice), payment.amount) }
    const next: Invoice = isOpen(left) ? { ...left, status: 'Approved', paidAt: null } : left
    const moved = await writeInvoice(tx, actor, invoice, { next, now, touched: true })
    return { result: undefined, events: [event, ...moved] }
  })
}

async function notStanding(tx: Tx, { organisationId, id }: Invoice, paymentId: number) {
  const row = await tx
    .selectFrom('invoice_payments')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('id', '=', paymentId)
    .select('id')
    .executeTakeFirst()
  return row ? conflict('This payment was taken back already.') : notFound()
}
