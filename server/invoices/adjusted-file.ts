// An invoice as it was approved, as a LEDES file for both sides: what was taken off each line is its adjustment.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { invoicesVisibleTo } from './access.ts'
import { providerName } from './list-columns.ts'
import { unwritableLines, writeLedes, type WrittenInvoice, type WrittenLine } from './ledes/write-ledes.ts'
import { unwritableInXml, writeLedesXml } from './ledes/write-ledes-xml.ts'
import { listStoredLines, type StoredLine } from './stored-lines.ts'

export type AdjustedFormat = 'LEDES1998B' | 'LEDES98BI V2' | 'LEDES XML 2.1'

/**
 * The file. Throws not_found for an invoice that the actor does not see, and conflict before it is approved, where old
 * approvals have no amounts by line, and where the format cannot say it exactly.
 */
export async function getAdjustedFile(
  app: App,
  actor: Actor,
  id: number,
  format: AdjustedFormat,
): Promise<{ readonly name: string; readonly text: string }> {
  const row = await selectInvoice(app, actor, id)
  if (!row) throw notFound()
  if (row.status !== 'Approved' && row.status !== 'Paid') {
    throw conflict(`An adjusted invoice goes out once it is approved; this one is ${row.status}.`)
  }
  const lines = await listStoredLines(app.db, { organisationId: row.organisation_id, id })
  const written: WrittenInvoice = {
    number: row.number,
    date: row.invoice_date,
    period:
      row.billing_period_start !== null && row.billing_period_end !== null
        ? { start: row.billing_period_start, end: row.billing_period_end }
        : null,
    description: row.description,
    purchaseOrder: row.purchase_order,
    currency: row.currency,
    clientId: String(row.organisation_id),
    clientName: row.client_name,
    clientMatterId: row.matter_reference ?? row.matter_number,
    matterName: row.matter_name,
    firmId: String(row.service_provider_id ?? ''),
    firmName: row.firm_name,
    firmMatterId: row.firm_matter_id ?? '',
    lines: lines.map(approvedLine),
  }
  checkFormat(written, format, row.client_currency)
  const text = format === 'LEDES XML 2.1' ? writeLedesXml(written) : writeLedes(written, format)
  return { name: nameOf(row.number, format), text }
}

const selectInvoice = (app: App, actor: Actor, id: number) =>
  invoicesVisibleTo(app.db, actor)
    .innerJoin('organisations as o', 'o.id', 'invoices.organisation_id')
    .where('invoices.id', '=', id)
    .select(['invoices.organisation_id', 'invoices.number', 'invoices.status', 'invoices.currency'])
    .select(['invoices.invoice_date', 'invoices.billing_period_start', 'invoices.billing_period_end'])
    .select(['invoices.description', 'invoices.purchase_order', 'invoices.service_provider_id'])
    .select(['o.name as client_name', 'o.currency as client_currency', 'matters.name as matter_name'])
    .select(['matters.reference as matter_reference', 'matters.manager_reference as firm_matter_id'])
    .select([
      providerName.as('firm_name'),
      matterNumberSql(app.config.displayIdPrefix, 'matters').as('matter_number'),
    ])
    .executeTakeFirst()

function approvedLine({ amount, approvedAmount, approvedTax, ...line }: StoredLine): WrittenLine {
  if (approvedAmount === null || approvedTax === null) {
    throw conflict('This invoice was approved before amounts were kept by line: it has no adjusted file.')
  }
  const taxRate = line.taxCorrection?.taxRate ?? line.taxRate
  return { ...line, taxRate, billed: amount, amount: approvedAmount, tax: approvedTax }
}

function checkFormat(invoice: WrittenInvoice, format: AdjustedFormat, payerCurrency: string): void {
  if (format === 'LEDES1998B' && invoice.currency !== payerCurrency) {
    throw conflict(
      `LEDES1998B has no currency, so it is that of the organisation that pays, ${payerCurrency}: this invoice is in ${invoice.currency}. Ask for LEDES98BI.`,
    )
  }
  const [first, ...more] =
    format === 'LEDES XML 2.1' ? unwritableInXml(invoice) : unwritableLines(invoice, format)
  if (!first) return
  throw conflict(
    `Line ${first.number} ${first.reason}${more.length > 0 ? `, and so have ${more.length} more` : ''}.${format === 'LEDES1998B' ? ' Ask for LEDES98BI.' : ''}`,
  )
}

/** Without what file systems and headers have trouble with. */
const nameOf = (number: string, format: AdjustedFormat) =>
  `${number.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-adjusted-${endings[format]}`

const endings: Readonly<Record<AdjustedFormat, string>> = {
  LEDES1998B: '1998B.txt',
  'LEDES98BI V2': '98BI.txt',
  'LEDES XML 2.1': 'XML.xml',
}
