// Two years of the demo's money, inserted at once: invoices with what was approved and paid, and what the department
// itself costs. Made one by one they would hold up the first start.
import { sql } from 'kysely'
import { feeHoursOf } from '../../../invoices/lines.ts'
import { applyMissingRates } from '../../../invoices/own-currency/missing-rates.ts'
import { insertInsideCosts } from '../../../invoices/inside-costs/write-inside-costs.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { addDays, addMonths } from '../../../platform/time/local-time.ts'
import { sumOf } from '../../../platform/decimal.ts'
import { actorFor } from '../actor.ts'
import { harbour } from '../plans/core-records.ts'
import { insideMonths, type PastInvoice, pastInvoices, sumOfLines } from '../plans/money.ts'
import type { Made } from './seed-directory.ts'

/** Creates whatever is missing of it; matters, cost centres, tax codes and rates of exchange must exist. */
export async function seedMoney(app: App, made: Made): Promise<void> {
  const organisationId = made.organisation(harbour)
  const payer = await actorFor(app, made.user('admin@harbour.example'))
  await internalTransaction(app, async (tx, now) => {
    const [first] = pastInvoices
    const there = await tx
      // not through access.ts: the demo looks for what it has created
      .selectFrom('invoices')
      .where('organisation_id', '=', organisationId)
      .where('number', '=', first?.number ?? '')
      .select('id')
      .executeTakeFirst()
    if (there) return
    const placed = await readPlaces(tx, organisationId)
    const inserting = { tx, made, organisationId, userId: payer.userId, now, ...placed }
    await insertInvoices(inserting)
    await insertCosts(inserting)
    await openEarlier(tx, organisationId)
  })
  // what was billed in other currencies, as its approval would have kept it
  await applyMissingRates(app, payer)
}

interface Places {
  /** Ids by external ids, codes and names; throws for one that the demo does not have. */
  readonly matter: (externalId: string) => number
  readonly costCentre: (code: string) => number
  readonly legalEntity: (code: string) => number
  readonly taxCode: (code: string) => number
  readonly department: (name: string) => number
}

interface Inserting extends Places {
  readonly tx: Tx
  readonly made: Made
  readonly organisationId: number
  readonly userId: string
  readonly now: Date
}

async function readPlaces(tx: Tx, organisationId: number): Promise<Places> {
  const matters = await tx
    // not through access.ts: the demo looks for what it has created
    .selectFrom('matters')
    .where('organisation_id', '=', organisationId)
    .where('external_id', 'is not', null)
    .select(['id', 'external_id as name'])
    .execute()
  const costCentres = await tx
    .selectFrom('cost_centres')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'code as name'])
    .execute()
  const legalEntities = await tx
    .selectFrom('legal_entities')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'code as name'])
    .execute()
  const taxCodes = await tx
    .selectFrom('tax_codes')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'code as name'])
    .execute()
  const departments = await tx
    .selectFrom('departments')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .execute()
  const finder = (rows: readonly { readonly id: number; readonly name: string | null }[]) => {
    const ids = new Map(rows.map(({ id, name }) => [name, id]))
    return (name: string) => {
      const id = ids.get(name)
      if (id === undefined) throw new Error(`The demo has no ${name}`)
      return id
    }
  }
  return {
    matter: finder(matters),
    costCentre: finder(costCentres),
    legalEntity: finder(legalEntities),
    taxCode: finder(taxCodes),
    department: finder(departments),
  }
}

const dayOf = (now: Date, days: number) => addDays(now.toISOString().slice(0, 10), days)
const momentOf = (day: string, hours = 22) => new Date(`${day}T${String(hours).padStart(2, '0')}:10:00Z`)

async function insertInvoices(inserting: Inserting): Promise<void> {
  const { tx, organisationId, userId, now } = inserting
  const { id: batchId } = await tx
    .insertInto('invoice_batches')
    .values({ organisation_id: organisationId, created_by: userId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await tx
    .insertInto('invoices')
    .values(pastInvoices.map((invoice) => invoiceRow(inserting, invoice, batchId)))
    .returning(['id', 'number'])
    .execute()
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  const idOf = ({ number }: PastInvoice) => ids.get(number) ?? 0
  const lines = pastInvoices.flatMap((invoice) => lineRows(inserting, invoice, idOf(invoice)))
  // the database parses a statement in the square of its parameters
  for (let at = 0; at < lines.length; at += 100) {
    await tx
      .insertInto('invoice_lines')
      .values(lines.slice(at, at + 100))
      .execute()
  }
  const shares = pastInvoices.map((invoice) => ({
    organisation_id: organisationId,
    invoice_id: idOf(invoice),
    position: 1,
    cost_centre_id: inserting.costCentre(invoice.costCentre),
    legal_entity_id: inserting.legalEntity(entityOf(invoice)),
    percent: '100',
    billed_net: sumOfLines(invoice, 'amount'),
    billed_tax: sumOfLines(invoice, 'tax'),
    approved_net: sumOfLines(invoice, 'approvedAmount'),
    approved_tax: sumOfLines(invoice, 'approvedTax'),
    approved_nonrecoverable_tax: '0',
    approved_withheld: '0',
  }))
  await tx.insertInto('invoice_allocations').values(shares).execute()
  const payments = pastInvoices.flatMap((invoice) => {
    const { dated, paidAfter } = invoice
    if (paidAfter === null) return []
    return {
      organisation_id: organisationId,
      invoice_id: idOf(invoice),
      paid_at: momentOf(dayOf(now, dated + paidAfter)),
      amount: approvedTotalOf(invoice),
      reference: `Payment run ${dayOf(now, dated + paidAfter).slice(0, 7)}`,
      created_by: userId,
      created_at: momentOf(dayOf(now, dated + paidAfter)),
    }
  })
  await tx.insertInto('invoice_payments').values(payments).execute()
}

/** Property is held by a company of its own. */
const entityOf = ({ costCentre }: PastInvoice) => (costCentre === '4200' ? 'HP01' : 'HL01')

const approvedTotalOf = (invoice: PastInvoice) =>
  sumOf([sumOfLines(invoice, 'approvedAmount'), sumOfLines(invoice, 'approvedTax')])

function invoiceRow(inserting: Inserting, invoice: PastInvoice, batchId: number) {
  const { organisationId, userId, now, made } = inserting
  const { dated, approvedAfter, paidAfter } = invoice
  const isPaid = paidAfter !== null
  const [posted, approved] = [dayOf(now, dated + 1), dayOf(now, dated + approvedAfter)]
  const end = dayOf(now, isPaid ? dated + paidAfter : dated + approvedAfter)
  return {
    organisation_id: organisationId,
    matter_id: inserting.matter(invoice.matter),
    batch_id: batchId,
    author_organisation_id: organisationId,
    service_provider_id: invoice.isOrganisation ? made.organisation(invoice.firm) : null,
    vendor_name: invoice.isOrganisation ? null : invoice.firm,
    number: invoice.number,
    description: invoice.description,
    status: isPaid ? 'Paid' : 'Approved',
    invoice_date: dayOf(now, dated),
    due_date: dayOf(now, dated + 30),
    billing_period_start: dayOf(now, dated - 32),
    billing_period_end: dayOf(now, dated - 2),
    currency: invoice.currency,
    fees: sumOfLines(invoice, 'amount', 'Fee'),
    fee_hours: feeHoursOf(invoice.lines),
    disbursements: sumOfLines(invoice, 'amount', 'Disbursement'),
    other_fees: '0',
    total_tax: sumOfLines(invoice, 'tax'),
    reverse_charge_tax: sumOfLines(invoice, 'reverseCharge'),
    approved_fees: sumOfLines(invoice, 'approvedAmount', 'Fee'),
    approved_disbursements: sumOfLines(invoice, 'approvedAmount', 'Disbursement'),
    approved_other_fees: '0',
    approved_tax: sumOfLines(invoice, 'approvedTax'),
    approved_reverse_charge_tax: sumOfLines(invoice, 'approvedReverseCharge'),
    approved_nonrecoverable_tax: '0',
    approved_withheld: '0',
    paid_amount: isPaid ? approvedTotalOf(invoice) : null,
    approved_by: userId,
    posted_at: momentOf(posted, 2),
    approved_at: momentOf(approved),
    paid_at: isPaid ? momentOf(end) : null,
    created_by: userId,
    created_at: momentOf(posted, 1),
    updated_at: momentOf(end),
  }
}

function lineRows(inserting: Inserting, { dated, taxCode, lines }: PastInvoice, invoiceId: number) {
  const { organisationId, now } = inserting
  const taxCodeId = inserting.taxCode(taxCode)
  return lines.map((line, index) => ({
    organisation_id: organisationId,
    invoice_id: invoiceId,
    number: index + 1,
    kind: line.kind,
    work_date: dayOf(now, dated - line.daysBefore),
    description: line.description,
    timekeeper: line.timekeeper,
    timekeeper_number: line.timekeeperNumber,
    timekeeper_class: line.timekeeperClass,
    task_code: line.taskCode,
    activity_code: line.activityCode,
    expense_code: line.expenseCode,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    amount: line.amount,
    tax_code_id: taxCodeId,
    tax_rate: taxCode === 'GST' ? '15' : '0',
    reverse_charge_rate: taxCode === 'RC' ? '15' : '0',
    tax: line.tax,
    reverse_charge_tax: line.reverseCharge,
    approved_amount: line.approvedAmount,
    approved_tax: line.approvedTax,
    approved_reverse_charge_tax: line.approvedReverseCharge,
    approved_nonrecoverable_tax: '0',
    approved_withheld: '0',
  }))
}

const monthsOfCosts = 24

/** The last two years of what the department costs, until the month before this one. */
async function insertCosts({ tx, organisationId, userId, now, ...places }: Inserting): Promise<void> {
  const thisMonth = `${now.toISOString().slice(0, 7)}-01`
  const costs = Array.from({ length: monthsOfCosts }, (_, index) => index).flatMap((index) =>
    insideMonths.map((cost) => ({
      month: addMonths(thisMonth, index - monthsOfCosts),
      kind: cost.kind,
      costCentreId: places.costCentre(cost.costCentre),
      departmentId: places.department(cost.department),
      amount: (cost.amount + cost.growth * index).toFixed(2),
      hours: cost.hours === null ? null : String(cost.hours - (index % 5) * 7),
      note: cost.note,
    })),
  )
  const writing = { tx, organisationId, userId, now, currency: 'NZD', reason: null } as const
  await insertInsideCosts({ ...writing, source: 'Imported', fileName: 'cost-centre-report.csv' }, costs)
}

/**
 * Matters that were billed were opened before that, and the others over the last year: not all of them today. Those
 * that wait in intake have just come in, and what was asked for is as old as its request.
 */
async function openEarlier(tx: Tx, organisationId: number): Promise<void> {
  // not through access.ts: all matters that the demo has created
  await sql`update matters set created_at = created_at - make_interval(days => case
      when exists (select from invoices i where i.organisation_id = matters.organisation_id
        and i.matter_id = matters.id and i.invoice_date < matters.created_at - interval '100 days')
      then ${daysOfPast} else ((matters.number * 37) % 330)::integer end)
    where organisation_id = ${organisationId} and manager_id is not null and status <> 'Draft'
      and not exists (select from requests r
        where r.organisation_id = matters.organisation_id and r.matter_id = matters.id)`.execute(tx)
}

/** A little more than the two years of invoices. */
const daysOfPast = 760
