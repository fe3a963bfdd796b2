// Lists of exports to finance with their totals, one of them with its invoices, and what is downloaded.
import { sql } from 'kysely'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { type Page, type PageAsked, readPage, readRow } from '../../platform/lists/list-page.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { checkSeesAll, exportedVisibleTo, exportsVisibleTo, hiddenCount } from './access.ts'
import { type ExportedContent, exportStatuses } from './finance-export.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`finance_exports.${column}`),
})

/** The columns that can be returned, filtered by and sorted by. */
export const exportListing = (app: Pick<App, 'db'>, actor: Actor) =>
  ({
    catalogue: {
      id: own('integer', 'id'),
      number: own('integer', 'number'),
      status: { ...own('choice', 'status'), choices: exportStatuses },
      note: own('text', 'note', true),
      reference: own('text', 'reference', true),
      withdrawnBecause: own('text', 'withdrawn_because', true),
      invoiceCount: {
        kind: 'integer',
        nullable: false,
        sql: sql`(select count(*)::int from finance_export_invoices e
          where e.organisation_id = finance_exports.organisation_id and e.export_id = finance_exports.id)`,
      },
      hiddenCount: { kind: 'integer', nullable: false, sql: hiddenCount(app.db, actor) },
      version: own('integer', 'version'),
      createdAt: own('moment', 'created_at'),
      createdById: own('uuid', 'created_by'),
      ...personColumns('createdBy', 'finance_exports.created_by'),
      endedAt: own('moment', 'ended_at', true),
      endedById: own('uuid', 'ended_by', true),
      ...personColumns('endedBy', 'finance_exports.ended_by', true),
    },
    id: { kind: 'integer', sql: sql.ref('finance_exports.id') },
  }) as const satisfies Listing

/** What is to be paid of an export in a currency. Decimal text. */
export interface ExportTotal {
  readonly currency: string
  readonly total: string
}

/** A page of exports; each row has `totals`, of the invoices that the actor sees. */
export async function listExports(app: Pick<App, 'db'>, actor: Actor, asked: PageAsked): Promise<Page> {
  const page = await readPage(exportsVisibleTo(app.db, actor), exportListing(app, actor), asked)
  return { ...page, rows: await withTotals(app, actor, page.rows) }
}

// exports from before lines named tax codes say what is approved only
const toPay = sql`coalesce(finance_export_invoices.content->>'toPay',
  finance_export_invoices.content->>'approvedTotal')::numeric`

async function withTotals({ db }: Pick<App, 'db'>, actor: Actor, rows: readonly ListedRow[]) {
  if (rows.length === 0) return rows
  const ids = rows.map((row) => Number(row['id']))
  const currency = sql<string>`finance_export_invoices.content->>'currency'`
  const sums = await exportedVisibleTo(db, actor)
    .where('finance_export_invoices.export_id', '=', sql<number>`any(${ids}::bigint[])`)
    .groupBy(['finance_export_invoices.export_id', currency])
    .orderBy(currency)
    .select(['finance_export_invoices.export_id', currency.as('currency')])
    .select(sql<string>`sum(${toPay})`.as('total'))
    .execute()
  return rows.map((row) => ({
    ...row,
    totals: sums
      .filter(({ export_id }) => export_id === Number(row['id']))
      .map((sum): ExportTotal => ({ currency: sum.currency, total: sum.total })),
  }))
}

/** An invoice of an export, as it was handed over and as it stands. */
export interface ShownExported {
  readonly invoiceId: number
  readonly status: string
  readonly paidAt: Date | null
  readonly content: ExportedContent
  readonly reference: string | null
  readonly paymentReference: string | null
}

export interface ExportDetails {
  readonly row: ListedRow
  /** Those that the actor sees. */
  readonly invoices: readonly ShownExported[]
}

/** An export with its invoices; not_found for one of another organisation. */
export async function getExport(
  app: Pick<App, 'db'>,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ExportDetails> {
  const base = exportsVisibleTo(app.db, actor).where('finance_exports.id', '=', id)
  const found = await readRow(base, exportListing(app, actor), columns)
  if (!found) throw notFound()
  const [row = found] = await withTotals(app, actor, [found])
  const rows = await exportedVisibleTo(app.db, actor)
    .where('finance_export_invoices.export_id', '=', id)
    .orderBy('invoices.id')
    .select(['invoices.id', 'invoices.status', 'invoices.paid_at'])
    .select(['finance_export_invoices.content', 'finance_export_invoices.reference'])
    .select('finance_export_invoices.payment_reference')
    .execute()
  return {
    row,
    invoices: rows.map((each) => ({
      invoiceId: each.id,
      status: each.status,
      paidAt: each.paid_at,
      content: each.content as unknown as ExportedContent,
      reference: each.reference,
      paymentReference: each.payment_reference,
    })),
  }
}

/** A line of an exported invoice. Amounts are decimal text; approvals of old have none by line. */
export interface ExportedLine {
  readonly invoiceId: number
  readonly invoiceNumber: string
  readonly currency: string
  readonly number: number
  readonly kind: string
  readonly workDate: string | null
  readonly description: string
  readonly timekeeper: string | null
  readonly taskCode: string | null
  readonly activityCode: string | null
  readonly expenseCode: string | null
  readonly amount: string
  readonly taxRate: string
  readonly tax: string
  readonly adjustment: string | null
  readonly approvedAmount: string | null
  readonly approvedTax: string | null
  readonly reason: string | null
  /** The code of the organisation that pays. */
  readonly taxCode: string | null
  readonly reverseChargeRate: string
  /** Percent. */
  readonly recoverable: string
  readonly withholding: string
  readonly reverseChargeTax: string
  readonly nonRecoverableTax: string
  readonly withheld: string
}

/** The invoices of an export for its download. Throws not_found, and forbidden where some are hidden. */
export async function getWholeExport(app: Pick<App, 'db'>, actor: Actor, id: number): Promise<ExportDetails> {
  const details = await getExport(app, actor, id, ['id', 'number', 'status', 'reference', 'hiddenCount'])
  checkSeesAll(Number(details.row['hiddenCount']))
  return details
}

const approvedTax = (column: string) =>
  sql<string>`coalesce(${sql.ref(`l.approved_${column}`)}, ${sql.ref(`l.${column}`)})`

/** Their lines, in the order of the invoices; what a review said of each. Throws like `getWholeExport`. */
export async function getExportedLines(
  app: Pick<App, 'db'>,
  actor: Actor,
  id: number,
): Promise<{ readonly row: ListedRow; readonly lines: readonly ExportedLine[] }> {
  const { row } = await getWholeExport(app, actor, id)
  const lines = await exportedVisibleTo(app.db, actor)
    .where('finance_export_invoices.export_id', '=', id)
    .innerJoin('invoice_lines as l', (join) =>
      join
        .onRef('l.organisation_id', '=', 'invoices.organisation_id')
        .onRef('l.invoice_id', '=', 'invoices.id'),
    )
    .leftJoin('invoice_line_reviews as r', (join) =>
      join
        .onRef('r.organisation_id', '=', 'l.organisation_id')
        .onRef('r.invoice_id', '=', 'l.invoice_id')
        .onRef('r.number', '=', 'l.number'),
    )
    .orderBy('invoices.id')
    .orderBy('l.number')
    .select(['invoices.id as invoiceId', 'invoices.number as invoiceNumber', 'invoices.currency'])
    .select(['l.number', 'l.kind', 'l.work_date as workDate', 'l.description', 'l.timekeeper'])
    .select(['l.task_code as taskCode', 'l.activity_code as activityCode', 'l.expense_code as expenseCode'])
    .select(['l.amount', 'l.tax', 'l.approved_amount as approvedAmount'])
    .leftJoin('invoice_tax_corrections as x', (join) =>
      join
        .onRef('x.organisation_id', '=', 'l.organisation_id')
        .onRef('x.invoice_id', '=', 'l.invoice_id')
        .onRef('x.number', '=', 'l.number'),
    )
    .select(sql<string>`coalesce(x.tax_rate, l.tax_rate)`.as('taxRate'))
    .select(['l.approved_tax as approvedTax', 'r.reason'])
    .select(sql<string | null>`l.approved_amount - l.amount`.as('adjustment'))
    .leftJoin('tax_codes as c', (join) =>
      join.onRef('c.organisation_id', '=', 'l.organisation_id').onRef('c.id', '=', 'l.tax_code_id'),
    )
    .select([
      'c.code as taxCode',
      'l.reverse_charge_rate as reverseChargeRate',
      'l.recoverable',
      'l.withholding',
    ])
    .select([
      approvedTax('reverse_charge_tax').as('reverseChargeTax'),
      approvedTax('nonrecoverable_tax').as('nonRecoverableTax'),
      approvedTax('withheld').as('withheld'),
    ])
    .execute()
  return { row, lines }
}
