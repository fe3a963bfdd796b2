// What the finance system says of an export: that it has taken it, and what it has paid. Saying the same again changes
// nothing, so that a call that got no answer can be repeated.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import type { HeldInvoice } from '../access.ts'
import { writeInvoice } from '../commands/write-invoice.ts'
import { short } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import { recordWithin } from '../payments/record-payment.ts'
import { findByExternalId, standingPayments } from '../payments/stored-payments.ts'
import { applyTransition } from '../transitions.ts'
import { getExportForUpdate, type HeldExport } from './access.ts'
import { exportEvent } from './events.ts'
import { type ExportedInvoice, listExported } from './finance-export.ts'

/** What the finance system says of an invoice. */
export interface Booked {
  readonly invoiceId: number
  readonly reference: string | null
  readonly payment: Payment | null
}

export interface Payment {
  readonly paidAt: Date
  /** Decimal text, with tax; null: all that remains. */
  readonly amount: string | null
  readonly reference: string | null
  /** Its id in the finance system, which says whether it was sent before. */
  readonly externalId: string | null
}

export interface Acknowledgement {
  readonly reference: string
  readonly booked: readonly Booked[]
}

/**
 * Acknowledges an export. Throws not_found, forbidden like `getExportForUpdate`, bad_request naming `invoices[0].id`,
 * and conflict for one that is withdrawn, or was acknowledged with other references.
 */
export function acknowledgeExport(
  app: App,
  actor: Actor,
  id: number,
  { reference, booked }: Acknowledgement,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const held = await getExportForUpdate(tx, actor, id)
    const paying = { tx, actor, held, now, exported: await exportedOf(tx, held, booked) }
    if (held.status === 'Withdrawn') throw conflict(`Export ${held.number} was withdrawn: ignore it.`)
    if (held.status === 'Acknowledged') {
      checkSame(paying, { reference, booked })
      return { result: undefined, events: await pay(paying, booked) }
    }
    await tx
      .updateTable('finance_exports')
      .set({
        status: 'Acknowledged',
        reference,
        ended_by: actor.userId,
        ended_at: now,
        version: held.version + 1,
      })
      .where('organisation_id', '=', held.organisationId)
      .where('id', '=', id)
      .execute()
    for (const each of booked) {
      if (each.reference === null) continue
      await setOn(tx, held, each.invoiceId, { reference: each.reference })
    }
    const references = new Map(booked.map((each) => [each.invoiceId, each.reference]))
    const events = held.invoices.map(({ invoice }) =>
      exportEvent(invoice, 'matter.invoice.export.acknowledged', {
        export: held.number,
        reference: references.get(invoice.id) ?? reference,
      }),
    )
    return { result: undefined, events: [...events, ...(await pay(paying, booked))] }
  })
}

/**
 * Notes what the finance system has paid of an acknowledged export. Throws like `acknowledgeExport`, and conflict where
 * an invoice is paid with another date or reference already.
 */
export function payExported(
  app: App,
  actor: Actor,
  id: number,
  payments: readonly { readonly invoiceId: number; readonly payment: Payment }[],
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const held = await getExportForUpdate(tx, actor, id)
    const booked = payments.map((each) => ({ ...each, reference: null }))
    if (booked.length === 0) throw badInput('invoices', 'must be a list of the invoices that are paid.')
    const exported = await exportedOf(tx, held, booked)
    if (held.status !== 'Acknowledged') {
      throw conflict(`Export ${held.number} is ${held.status}: payments follow its acknowledgement.`)
    }
    return { result: undefined, events: await pay({ tx, actor, held, now, exported }, booked) }
  })
}

interface Paying {
  readonly tx: Tx
  readonly actor: Actor
  readonly held: HeldExport
  readonly now: Date
  readonly exported: ReadonlyMap<number, ExportedInvoice>
}

async function exportedOf(tx: Tx, held: HeldExport, booked: readonly Booked[]) {
  const exported = new Map((await listExported(tx, held)).map((each) => [each.invoiceId, each]))
  const errors = bareObject<string[]>()
  const seen = new Set<number>()
  for (const [index, { invoiceId }] of booked.entries()) {
    if (!exported.has(invoiceId))
      errors[`invoices[${index}].id`] = ['must be the id of an invoice of the export.']
    else if (seen.has(invoiceId)) errors[`invoices[${index}].id`] = ['is given twice.']
    seen.add(invoiceId)
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return exported
}

function checkSame({ held, exported }: Paying, { reference, booked }: Acknowledgement): void {
  const given = new Map(booked.map((each) => [each.invoiceId, each.reference]))
  const isSame =
    held.reference === reference &&
    [...exported.values()].every((each) => (given.get(each.invoiceId) ?? null) === each.reference)
  if (isSame) return
  throw conflict(
    `Export ${held.number} was acknowledged with other references already, the export with "${held.reference}".`,
  )
}

async function pay(paying: Paying, booked: readonly Booked[]): Promise<readonly DomainEvent[]> {
  const byId = new Map(paying.held.invoices.map((each) => [each.invoice.id, each]))
  const events: DomainEvent[] = []
  for (const { invoiceId, payment } of booked) {
    const found = byId.get(invoiceId)
    if (payment !== null && found) events.push(...(await payOne(paying, found, payment)))
  }
  return events
}

async function payOne(
  { tx, actor, held, now, exported }: Paying,
  { invoice, mover }: HeldInvoice,
  payment: Payment,
): Promise<readonly DomainEvent[]> {
  const { paidAt, amount, reference, externalId } = payment
  if (await wasSaid(tx, invoice, payment, exported.get(invoice.id)?.paymentReference ?? null)) return []
  if (invoice.status === 'Paid') {
    throw conflict(
      `Invoice ${invoice.number} is paid already, on ${invoice.paidAt?.toISOString()}${await underReference(tx, invoice)}.`,
    )
  }
  await setOn(tx, held, invoice.id, { payment_reference: reference })
  const changing = permitted(invoice, mover.involvement, 'payInvoices')
  if (amount !== null) {
    const partly = { paidAt, amount, reference, externalId, note: null }
    return (await recordWithin(tx, actor, changing, { payment: partly, now })).events
  }
  const note = invoice.paymentNote === null && reference !== null ? { note: reference } : {}
  const next = applyTransition(invoice, { kind: 'pay', paidAt, ...note }, mover, now)
  return writeInvoice(tx, actor, changing, { next, now, payment: { reference, externalId } })
}

/** Whether finance has said the same before: a call that got no answer is repeated. */
async function wasSaid(
  tx: Tx,
  invoice: Invoice,
  payment: Payment,
  storedReference: string | null,
): Promise<boolean> {
  const { paidAt, amount, reference, externalId } = payment
  if (externalId !== null && (await wasSaidUnder(tx, invoice, payment, externalId))) return true
  const payments = await standingPayments(tx, invoice)
  // marked as paid before payments were kept, or nothing remained
  if (payments.length === 0 && invoice.status === 'Paid')
    return invoice.paidAt?.getTime() === paidAt.getTime() && storedReference === reference
  if (externalId !== null) return false
  const same = payments.filter(
    (each) => each.paidAt.getTime() === paidAt.getTime() && each.reference === reference,
  )
  return amount === null
    ? invoice.status === 'Paid' && same.some(({ id }) => id === payments[0]?.id)
    : same.some((each) => compareDecimals(each.amount, amount) === 0)
}

/** The same by the id of the payment alone. Throws conflict where it was said otherwise, or was taken back. */
async function wasSaidUnder(
  tx: Tx,
  invoice: Invoice,
  { paidAt, amount, reference }: Payment,
  externalId: string,
): Promise<boolean> {
  const known = await findByExternalId(tx, invoice, externalId)
  if (!known) return false
  const payment = `The payment "${externalId}" of invoice ${invoice.number}`
  if (known.withdrawn_at !== null)
    throw conflict(`${payment} was taken back: send it with another id if it was made after all.`)
  const isSame =
    known.paid_at.getTime() === paidAt.getTime() &&
    known.reference === reference &&
    (amount === null || compareDecimals(known.amount, amount) === 0)
  if (isSame) return true
  const when = known.paid_at.toISOString()
  throw conflict(`${payment} was sent before: ${invoice.currency} ${short(known.amount)}, ${when}.`)
}

async function underReference(tx: Tx, invoice: Invoice): Promise<string> {
  const [newest] = await standingPayments(tx, invoice)
  return newest?.reference ? ` with "${newest.reference}"` : ''
}

async function setOn(
  tx: Tx,
  { organisationId, id }: HeldExport,
  invoiceId: number,
  values: { readonly reference?: string | null; readonly payment_reference?: string | null },
): Promise<void> {
  await tx
    .updateTable('finance_export_invoices')
    .set(values)
    .where('organisation_id', '=', organisationId)
    .where('export_id', '=', id)
    .where('invoice_id', '=', invoiceId)
    .execute()
}
