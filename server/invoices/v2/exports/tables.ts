// What is downloaded of an export to finance: a table of its invoices, and one of their lines.
import {
  exportedCost,
  exportedTaxes,
  type ExportedContent,
  type ExportedShare,
} from '../../exports/finance-export.ts'
import type { ExportDetails, ExportedLine } from '../../exports/list-exports.ts'
import type { Cell, Table, TableColumn } from '../../../platform/spreadsheets/table.ts'

interface Named<Row> {
  /** In JSON. */
  readonly name: string
  readonly title: string
  readonly kind: TableColumn['kind']
  readonly of: (row: Row) => Cell
}

/** What each row of a download begins with. */
interface Exported {
  readonly export: number
}

type InvoiceRow = Exported & ExportDetails['invoices'][number]
type LineRow = Exported & ExportedLine

/** Columns by their kind, each with what it is called in JSON and in CSV. */
const columnsFor =
  <Row>() =>
  (kind: TableColumn['kind'], name: string, title: string, of: (row: Row) => Cell): Named<Row> => ({
    kind,
    name,
    title,
    of,
  })

const invoice = columnsFor<InvoiceRow>()
const invoiceColumns = [
  invoice('number', 'export', 'Export', (row) => row.export),
  invoice('number', 'invoiceId', 'Invoice id', (row) => row.invoiceId),
  invoice('text', 'invoiceNumber', 'Invoice number', ({ content }) => content.number),
  invoice('date', 'invoiceDate', 'Invoice date', ({ content }) => content.invoiceDate),
  invoice('date', 'dueDate', 'Due', ({ content }) => content.dueDate),
  invoice('date', 'billingPeriodStart', 'Billing period from', ({ content }) => content.billingPeriodStart),
  invoice('date', 'billingPeriodEnd', 'Billing period to', ({ content }) => content.billingPeriodEnd),
  invoice('number', 'firmId', 'Firm id', ({ content }) => content.providerId),
  invoice('text', 'firm', 'Firm', ({ content }) => content.providerName),
  invoice('text', 'billedTo', 'Billed to', ({ content }) => content.recipientName),
  invoice(
    'text',
    'billedToTaxNumber',
    'Tax number of billed to',
    ({ content }) => content.recipientTaxNumber,
  ),
  invoice('number', 'matterId', 'Matter id', ({ content }) => content.matterId),
  invoice('text', 'matterNumber', 'Matter number', ({ content }) => content.matterNumber),
  invoice('text', 'matter', 'Matter', ({ content }) => content.matterName),
  invoice('text', 'matterType', 'Type of matter', ({ content }) => content.matterType),
  invoice('text', 'matterReference', 'Reference of matter', ({ content }) => content.matterReference),
  invoice('text', 'matterExternalId', 'External id of matter', ({ content }) => content.matterExternalId),
  invoice('text', 'team', 'Team', ({ content }) => content.team),
  invoice('text', 'department', 'Department', ({ content }) => content.department),
  invoice('text', 'purchaseOrder', 'Purchase order', ({ content }) => content.purchaseOrder),
  invoice('text', 'currency', 'Currency', ({ content }) => content.currency),
  invoice('number', 'billedNet', 'Billed without tax', ({ content }) => content.billedNet),
  invoice('number', 'billedTax', 'Tax billed', ({ content }) => content.billedTax),
  invoice('number', 'billedTotal', 'Billed', ({ content }) => content.billedTotal),
  invoice('number', 'adjustment', 'Adjustment without tax', ({ content }) => content.adjustment),
  invoice('number', 'approvedFees', 'Approved fees', ({ content }) => content.approvedFees),
  invoice(
    'number',
    'approvedDisbursements',
    'Approved disbursements',
    ({ content }) => content.approvedDisbursements,
  ),
  invoice('number', 'approvedOtherFees', 'Approved other fees', ({ content }) => content.approvedOtherFees),
  invoice('number', 'approvedNet', 'Approved without tax', ({ content }) => content.approvedNet),
  invoice('number', 'approvedTax', 'Tax approved', ({ content }) => content.approvedTax),
  invoice('number', 'approvedTotal', 'Approved with tax', ({ content }) => content.approvedTotal),
  invoice('number', 'withheld', 'Withheld', ({ content }) => exportedTaxes(content).withheld),
  invoice('number', 'toPay', 'To pay', ({ content }) => exportedTaxes(content).toPay),
  invoice(
    'number',
    'reverseChargeTax',
    'Reverse charge tax',
    ({ content }) => exportedTaxes(content).reverseChargeTax,
  ),
  invoice(
    'number',
    'nonRecoverableTax',
    'Tax not recoverable',
    ({ content }) => exportedTaxes(content).nonRecoverableTax,
  ),
  invoice('number', 'cost', 'Cost', ({ content }) => exportedTaxes(content).cost),
  invoice('number', 'creditsInvoiceId', 'Credits invoice id', ({ content }) => content.credits?.id ?? null),
  invoice('text', 'creditsInvoice', 'Credits invoice', ({ content }) => content.credits?.number ?? null),
  invoice('moment', 'approvedUtc', 'Approved on', ({ content }) => new Date(content.approvedAt)),
  invoice('text', 'reference', 'Reference of finance', (row) => row.reference),
  invoice('text', 'paymentReference', 'Reference of payment', (row) => row.paymentReference),
  invoice('moment', 'paidUtc', 'Paid on', (row) => row.paidAt),
] as const

const line = columnsFor<LineRow>()
const lineColumns = [
  line('number', 'export', 'Export', (row) => row.export),
  line('number', 'invoiceId', 'Invoice id', (row) => row.invoiceId),
  line('text', 'invoiceNumber', 'Invoice number', (row) => row.invoiceNumber),
  line('number', 'line', 'Line', (row) => row.number),
  line('text', 'kind', 'Kind', (row) => row.kind),
  line('date', 'workDate', 'Date of work', (row) => row.workDate),
  line('text', 'description', 'Description', (row) => row.description),
  line('text', 'timekeeper', 'Timekeeper', (row) => row.timekeeper),
  line('text', 'taskCode', 'Task code', (row) => row.taskCode),
  line('text', 'activityCode', 'Activity code', (row) => row.activityCode),
  line('text', 'expenseCode', 'Expense code', (row) => row.expenseCode),
  line('text', 'currency', 'Currency', (row) => row.currency),
  line('number', 'billedNet', 'Billed without tax', (row) => row.amount),
  line('number', 'adjustment', 'Adjustment without tax', (row) => row.adjustment),
  line('text', 'reason', 'Reason', (row) => row.reason),
  line('number', 'approvedNet', 'Approved without tax', (row) => row.approvedAmount),
  line('number', 'taxRate', 'Tax rate', (row) => row.taxRate),
  line('number', 'billedTax', 'Tax billed', (row) => row.tax),
  line('number', 'approvedTax', 'Tax approved', (row) => row.approvedTax),
  line('text', 'taxCode', 'Tax code', (row) => row.taxCode),
  line('number', 'recoverable', 'Recoverable percent', (row) => row.recoverable),
  line('number', 'nonRecoverableTax', 'Tax not recoverable', (row) => row.nonRecoverableTax),
  line('number', 'reverseChargeRate', 'Reverse charge rate', (row) => row.reverseChargeRate),
  line('number', 'reverseChargeTax', 'Reverse charge tax', (row) => row.reverseChargeTax),
  line('number', 'withholding', 'Withholding percent', (row) => row.withholding),
  line('number', 'withheld', 'Withheld', (row) => row.withheld),
] as const

type ShareRow = InvoiceRow & { readonly share: ExportedShare }

const share = columnsFor<ShareRow>()
const shareColumns = [
  share('number', 'export', 'Export', (row) => row.export),
  share('number', 'invoiceId', 'Invoice id', (row) => row.invoiceId),
  share('text', 'invoiceNumber', 'Invoice number', ({ content }) => content.number),
  share('text', 'firm', 'Firm', ({ content }) => content.providerName),
  share('text', 'matterNumber', 'Matter number', ({ content }) => content.matterNumber),
  share('text', 'costCentre', 'Cost centre', (row) => row.share.costCentre),
  share('text', 'costCentreName', 'Name of cost centre', (row) => row.share.costCentreName),
  share('text', 'entity', 'Legal entity', (row) => row.share.entity),
  share('text', 'entityName', 'Name of legal entity', (row) => row.share.entityName),
  share('number', 'percent', 'Percent', (row) => row.share.percent),
  share('text', 'currency', 'Currency', ({ content }) => content.currency),
  share('number', 'approvedNet', 'Approved without tax', (row) => row.share.approvedNet),
  share('number', 'approvedTax', 'Tax approved', (row) => row.share.approvedTax),
  share('number', 'approvedTotal', 'Approved with tax', (row) => row.share.approvedTotal),
  share('number', 'withheld', 'Withheld', (row) => exportedCost(row.share).withheld),
  share('number', 'toPay', 'To pay', (row) => exportedCost(row.share).toPay),
  share('number', 'cost', 'Cost', (row) => exportedCost(row.share).cost),
] as const

/** Where an invoice is not allocated, one share without a cost centre: the rows come to what is to be paid. */
const sharesOf = (content: ExportedContent): readonly ExportedShare[] => {
  const { allocation, approvedNet, approvedTax, approvedTotal } = content
  return allocation && allocation.length > 0
    ? allocation
    : [{ ...nowhere, percent: '100', approvedNet, approvedTax, approvedTotal, ...exportedCost(content) }]
}

const nowhere = { costCentre: null, costCentreName: null, entity: null, entityName: null }

interface Download {
  readonly table: Table
  readonly names: readonly string[]
}

function downloadOf<Row>(columns: readonly Named<Row>[], rows: readonly Row[]): Download {
  async function* pieces() {
    yield await Promise.resolve(rows.map((row) => columns.map(({ of }) => of(row))))
  }
  return { table: { columns, rows: pieces() }, names: columns.map(({ name }) => name) }
}

/** The invoices of an export. */
export const invoicesTable = (number: number, { invoices }: ExportDetails): Download =>
  downloadOf(
    invoiceColumns,
    invoices.map((each) => ({ ...each, export: number })),
  )

/** Their lines. */
export const linesTable = (number: number, lines: readonly ExportedLine[]): Download =>
  downloadOf(
    lineColumns,
    lines.map((each) => ({ ...each, export: number })),
  )

/** The shares of the invoices of an export, over cost centres and legal entities. */
export const sharesTable = (number: number, { invoices }: ExportDetails): Download =>
  downloadOf(
    shareColumns,
    invoices.flatMap((each) =>
      sharesOf(each.content).map((one) => ({ ...each, export: number, share: one })),
    ),
  )
