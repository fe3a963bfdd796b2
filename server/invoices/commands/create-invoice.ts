// Creating an invoice, by the provider or by a customer who received it on paper.
import type { Insertable } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { type Reader, type Tx, violates } from '../../platform/postgres/database.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInputs, conflict } from '../../platform/errors.ts'
import { yieldToEventLoop, createYielder } from '../../platform/workers/yield-event-loop.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { InvoicesTable } from '../../platform/postgres/tables.ts'
import { getMatterFor, noteMatterActivity } from '../../matters/access.ts'
import type { Matter } from '../../matters/matter.ts'
import { countryOfFirm } from '../../identity/users/law-firms.ts'
import { findCredited } from '../credits/credited-invoice.ts'
import { invoiceCreated } from '../events.ts'
import { type Invoice, invoiceColumns, invoiceOf } from '../invoice.ts'
import {
  feeHoursOf,
  type InvoiceLine,
  lineOf,
  statedProblems,
  sumsOf,
  totalOf,
  linesPerTurn,
} from '../lines.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { NewInvoice } from '../new-invoice.ts'
import { applyTaxCodes } from '../taxes/apply-codes.ts'
import { sumsOfTaxes } from '../taxes/line-taxes.ts'
import { checkReferences, checkTexts } from './check-invoice.ts'

/**
 * Creates the invoice as a draft and returns its id. Requires the permission to manage invoices or, on the provider's
 * side, membership of the matter. A number may be used once per provider, so that nothing is paid twice.
 */
export async function createInvoice(
  app: App,
  actor: Actor,
  matterId: number,
  input: NewInvoice,
): Promise<number> {
  // with the maximum number of lines, parsing and validating took a long turn
  await yieldToEventLoop()
  checkTexts(input)
  await yieldToEventLoop()
  return change(app, actor, async (tx, now) => {
    const { invoice, event } = await addInvoice(app, tx, actor, { matterId, input, now })
    return { result: invoice.id, events: [event] }
  })
}

interface Addition {
  readonly matterId: number
  /** Its texts have been validated. */
  readonly input: NewInvoice
  readonly now: Date
}

/** Creates the invoice as a draft, in the caller's change. Throws like `createInvoice`. */
export async function addInvoice(
  app: App,
  tx: Tx,
  actor: Actor,
  { matterId, input, now }: Addition,
): Promise<{ readonly invoice: Invoice; readonly event: DomainEvent }> {
  const matter = await getMatterFor(tx, actor, matterId, 'createInvoices')
  await checkReferences(app, tx, actor, { matter, input })
  const currency = input.currency ?? (await currencyOf(tx, matter))
  const provider = providerOf(actor, matter, input)
  const coded = await codedLines(tx, matter, { ...input, ...(await derivedFor(tx, matter, provider, input)) })
  const lines = await computeLines({ ...input, lines: coded }, currency)
  const of = { ...provider, currency, organisationId: matter.organisationId, matterId }
  const creditsId = await findCredited(tx, of, input.credits)
  const batchId = input.batchId ?? (await createBatch(tx, actor, matter, now))
  const invoice = await insertInvoice(tx, actor, matter, {
    ...input,
    lines,
    currency,
    creditsId,
    batchId,
    now,
  })
  await insertLines(tx, invoice, lines)
  await noteMatterActivity(tx, matter, now)
  return { invoice, event: invoiceCreated(invoice, { ...sumsOf(lines), currency }) }
}

/** The country that tax codes of a file are derived for: that of the law firm, or what the file says without one. */
async function derivedFor(
  tx: Tx,
  { organisationId }: Matter,
  { serviceProviderId: firmId }: ReturnType<typeof providerOf>,
  { derivedTaxCodes }: NewInvoice,
): Promise<Pick<NewInvoice, 'derivedTaxCodes'>> {
  if (!derivedTaxCodes || firmId === null) return {}
  const country = await countryOfFirm(tx, { organisationId, firmId })
  return country === null ? {} : { derivedTaxCodes: { country } }
}

/** The lines with what their tax codes say, on the day of the invoice. Throws bad_request naming `lines[2].taxRate`. */
export const codedLines = (
  tx: Tx,
  { organisationId }: Pick<Matter, 'organisationId'>,
  {
    lines,
    invoiceDate,
    derivedTaxCodes: derived,
  }: Pick<NewInvoice, 'lines' | 'invoiceDate' | 'derivedTaxCodes'>,
) => applyTaxCodes(tx, { organisationId, invoiceDate, lines, derived })

/** The lines with their computed amounts; throws bad_request for stated amounts that do not match. */
export async function computeLines(
  { lines, total }: Pick<NewInvoice, 'lines' | 'total'>,
  currency: string,
): Promise<readonly InvoiceLine[]> {
  const digits = currencyDigits(currency)
  const turn = createYielder()
  const errors = bareObject<string[]>()
  const charged: InvoiceLine[] = []
  for (const [index, line] of lines.entries()) {
    Object.assign(errors, statedProblems(line, index, digits))
    charged.push(lineOf(line, digits))
    await turn()
  }
  if (lines.length > linesPerTurn) await yieldToEventLoop()
  const sum = totalOf(sumsOf(charged))
  if (total !== undefined && compareDecimals(total, sum) !== 0) {
    errors['total'] = [`must be ${sum}, the sum of the lines with their taxes.`]
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return charged
}

/** The currency of the organisation that pays. */
export async function currencyOf(
  db: Reader,
  { organisationId }: Pick<Matter, 'organisationId'>,
): Promise<string> {
  const { currency } = await db
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('currency')
    .executeTakeFirstOrThrow()
  return currency
}

/** A batch for invoices that arrive together. */
export async function createBatch(
  tx: Tx,
  actor: Actor,
  { organisationId }: Pick<Matter, 'organisationId'>,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('invoice_batches')
    .values({ organisation_id: organisationId, created_by: actor.userId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Checked = Omit<NewInvoice, 'lines'> & {
  readonly lines: readonly InvoiceLine[]
  readonly currency: string
  readonly creditsId: number | null
  readonly batchId: number
  readonly now: Date
}

const providerOf = (
  actor: Actor,
  matter: Matter,
  input: Pick<NewInvoice, 'serviceProviderId' | 'vendorName'>,
) => ({
  serviceProviderId:
    actor.organisationId === matter.organisationId ? (input.serviceProviderId ?? null) : actor.organisationId,
  vendorName: input.vendorName?.trim() || null,
})

async function insertInvoice(
  tx: Tx,
  actor: Actor,
  matter: Matter & MayContribute,
  input: Checked,
): Promise<Invoice> {
  const row = await tx
    .insertInto('invoices')
    .values(valuesOf(actor, matter, input))
    .returning([...invoiceColumns])
    .executeTakeFirstOrThrow()
    .catch(rethrowNumberTaken)
  return invoiceOf(row)
}

function valuesOf(actor: Actor, matter: Matter, input: Checked): Insertable<InvoicesTable> {
  const { serviceProviderId, vendorName } = providerOf(actor, matter, input)
  return {
    organisation_id: matter.organisationId,
    matter_id: matter.id,
    batch_id: input.batchId,
    author_organisation_id: actor.organisationId,
    service_provider_id: serviceProviderId,
    vendor_name: vendorName,
    status: 'Draft',
    ...draftColumns(input),
    created_by: actor.userId,
    created_at: input.now,
    updated_at: input.now,
  }
}

/** The columns that hold the content of an invoice, which may be updated in a draft. */
export function draftColumns(input: Omit<Checked, 'batchId' | 'now'>) {
  const { fees, disbursements, otherFees, totalTax } = sumsOf(input.lines)
  const { reverseChargeTax, nonRecoverableTax, withheld } = sumsOfTaxes(input.lines)
  return {
    third_party: input.thirdParty ?? false,
    number: input.number.trim(),
    description: input.description?.trim() || null,
    invoice_date: input.invoiceDate,
    due_date: input.dueDate ?? null,
    billing_period_start: input.billingPeriod?.start ?? null,
    billing_period_end: input.billingPeriod?.end ?? null,
    recipient_id: input.recipientId ?? null,
    purchase_order: input.purchaseOrder?.trim() || null,
    credits_id: input.creditsId,
    currency: input.currency,
    fees,
    fee_hours: feeHoursOf(input.lines),
    disbursements,
    other_fees: otherFees,
    total_tax: totalTax,
    reverse_charge_tax: reverseChargeTax,
    nonrecoverable_tax: nonRecoverableTax,
    withheld,
    file_id: input.fileId ?? null,
  }
}

/** Throws a conflict if the number is taken, and any other error unchanged. */
export function rethrowNumberTaken(error: unknown): never {
  if (violates(error, 'invoices_number_unique')) {
    throw conflict('This provider already has an invoice with this number; void that one first.')
  }
  throw error
}

/** Inserts the lines of an invoice that has none. */
export async function insertLines(
  tx: Tx,
  { organisationId, id }: Pick<Invoice, 'organisationId' | 'id'>,
  lines: readonly InvoiceLine[],
): Promise<void> {
  const rowOf = (line: InvoiceLine, index: number) => ({
    organisation_id: organisationId,
    invoice_id: id,
    number: index + 1,
    kind: line.kind,
    work_date: line.workDate,
    description: line.description,
    timekeeper: line.timekeeper,
    timekeeper_number: line.timekeeperNumber,
    timekeeper_class: line.timekeeperClass,
    task_code: line.taskCode,
    activity_code: line.activityCode,
    expense_code: line.expenseCode,
    credits_line: line.creditsLine,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    adjustment: line.adjustment,
    amount: line.amount,
    tax_rate: line.taxRate,
    tax: line.tax,
    tax_code_id: line.taxCodeId,
    reverse_charge_rate: line.reverseChargeRate,
    recoverable: line.recoverable,
    withholding: line.withholding,
    reverse_charge_tax: line.reverseChargeTax,
    nonrecoverable_tax: line.nonRecoverableTax,
    withheld: line.withheld,
  })
  for (let at = 0; at < lines.length; at += linesPerTurn) {
    const some = lines.slice(at, at + linesPerTurn)
    await tx
      .insertInto('invoice_lines')
      .values(some.map((line, index) => rowOf(line, at + index)))
      .execute()
  }
}
