// Lines of all invoices that somebody sees, as a list: with what is known of their invoices and matters.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { invoicesVisibleTo, linesOf } from './access.ts'
import { invoiceListing } from './invoice-details.ts'
import { lineKinds } from './lines.ts'
import { reductionReasons } from './review/line-decisions.ts'
import { lineTaxColumns } from './taxes/tax-columns.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`invoice_lines.${column}`),
})

// lines have no id of their own: an invoice has fewer than a million
const id = { kind: 'integer', sql: sql`(invoices.id * 1000000 + invoice_lines.number)` } as const

/** Why less of a line was approved than billed: of the line, or else of its whole invoice. Once it is approved. */
const reductionReason = sql`(case when invoices.status in ('Approved', 'Paid')
    and invoice_lines.approved_amount < invoice_lines.amount then coalesce(
  (select r.reason from invoice_line_reviews r where r.organisation_id = invoice_lines.organisation_id
    and r.invoice_id = invoice_lines.invoice_id and r.number = invoice_lines.number and r.decision <> 'Accepted'),
  (select r.reason from invoice_reductions r where r.organisation_id = invoice_lines.organisation_id
    and r.invoice_id = invoice_lines.invoice_id)) end)`

const lineColumns = {
  lineId: { ...id, nullable: false },
  lineNumber: own('integer', 'number'),
  kind: { ...own('choice', 'kind'), choices: lineKinds },
  workDate: own('local', 'work_date', true),
  lineDescription: own('text', 'description'),
  quantity: own('number', 'quantity'),
  unitPrice: own('number', 'unit_price'),
  amount: own('number', 'amount'),
  tax: own('number', 'tax'),
  timekeeper: own('text', 'timekeeper', true),
  timekeeperNumber: own('text', 'timekeeper_number', true),
  timekeeperClass: own('text', 'timekeeper_class', true),
  taskCode: own('text', 'task_code', true),
  activityCode: own('text', 'activity_code', true),
  expenseCode: own('text', 'expense_code', true),
  approvedAmount: own('number', 'approved_amount', true),
  reductionReason: { kind: 'choice', choices: reductionReasons, nullable: true, sql: reductionReason },
} as const satisfies Catalogue

/** The columns that can be returned, filtered by and sorted by: those of the invoice have the names they have there. */
export const lineListing = (app: App, actor: Actor) =>
  ({
    catalogue: { ...invoiceListing(app, actor).catalogue, ...lineColumns, ...lineTaxColumns(actor) },
    id,
  }) as const satisfies Listing

/** A page of the lines of the invoices that the caller sees. */
export const listVisibleLines = (app: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(linesOf(invoicesVisibleTo(app.db, actor)), lineListing(app, actor), asked)
