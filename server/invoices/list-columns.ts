// The columns that `list-invoices.ts` can return, filter by and sort by.
import { sql } from 'kysely'
import { filesVisibleTo } from '../files/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Join } from '../platform/lists/joins.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { forPayers } from './access.ts'
import { invoiceStatuses } from './invoice.ts'
import { approvedTotalOf, billedTotalOf, netAmounts } from './net-amounts.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`invoices.${column}`),
})

const { feeHours } = netAmounts()

/** What is to be paid, with taxes. */
export const invoiceTotal = billedTotalOf()

/** A sum that was approved, null before; approvals from before reviews were stored accept it as billed. */
export const approvedOrBilled = (column: string, billed: string) =>
  sql<string | null>`(case when invoices.approved_fees is not null
    then coalesce(${sql.ref(`invoices.${column}`)}, ${sql.ref(`invoices.${billed}`)}) end)`

const providerJoin: Join = {
  as: 'provider',
  table: sql`organisations`,
  on: sql`${sql.ref('provider.id')} = invoices.service_provider_id`,
}

/** What is approved for payment, with taxes; null before. */
export const approvedTotal = approvedTotalOf()

/** The law firm, or another payee. */
export const providerName = sql<string>`coalesce(invoices.vendor_name,
  (select o.name from organisations o where o.id = invoices.service_provider_id))`

const columnsFor = (app: App, actor: Actor) => {
  const file = (column: 'files.id' | 'files.name') =>
    sql`${filesVisibleTo(app, app.db, actor)
      .where('files.organisation_id', '=', sql.ref<number>('invoices.organisation_id'))
      .where('files.id', '=', sql.ref<number>('invoices.file_id'))
      .select(column)}`
  return {
    id: own('integer', 'id'),
    number: own('text', 'number'),
    matterId: own('integer', 'matter_id'),
    status: { ...own('choice', 'status'), choices: invoiceStatuses },
    description: own('text', 'description', true),
    invoiceDate: own('local', 'invoice_date'),
    dueDate: own('local', 'due_date', true),
    billingPeriodStart: own('local', 'billing_period_start', true),
    billingPeriodEnd: own('local', 'billing_period_end', true),
    currency: own('text', 'currency'),
    fees: own('number', 'fees'),
    hours: { kind: 'number', nullable: false, sql: feeHours },
    disbursements: own('number', 'disbursements'),
    otherFees: own('number', 'other_fees'),
    totalTax: own('number', 'total_tax'),
    approvedFees: own('number', 'approved_fees', true),
    approvedAt: own('moment', 'approved_at', true),
    postedAt: own('moment', 'posted_at', true),
    paid: { kind: 'boolean', nullable: false, sql: sql`(invoices.status = 'Paid')` },
    paidAt: own('moment', 'paid_at', true),
    paymentNote: own('text', 'payment_note', true),
    purchaseOrder: own('text', 'purchase_order', true),
    internalNotes: {
      kind: 'text',
      nullable: true,
      sql: forPayers(actor, 'internalNotes', sql.ref('invoices.internal_notes')),
    },
    thirdParty: own('boolean', 'third_party'),
    batchId: own('integer', 'batch_id'),
    serviceProviderId: { kind: 'text', nullable: true, sql: sql`invoices.service_provider_id::text` },
    serviceProviderName: {
      kind: 'text',
      nullable: false,
      sql: providerName,
      joined: {
        sql: sql`coalesce(invoices.vendor_name, ${sql.ref('provider.name')})`,
        joins: [providerJoin],
      },
    },
    fileId: { kind: 'integer', nullable: true, sql: file('files.id') },
    fileName: { kind: 'text', nullable: true, sql: file('files.name') },
  } as const satisfies Catalogue
}

export type InvoiceColumn = keyof ReturnType<typeof columnsFor>

/** The columns as this caller may see them. */
export const invoiceCatalogue = (app: App, actor: Actor): Readonly<Record<InvoiceColumn, Column>> =>
  columnsFor(app, actor)
