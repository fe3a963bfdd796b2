// Shares of all invoices that somebody sees, as a list: what each cost centre and legal entity bears. An invoice that
// is not allocated is one share without either, so that all shares come to all invoices.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { invoicesVisibleTo } from '../access.ts'
import { invoiceListing } from '../invoice-details.ts'
import { netAmounts, taxAmounts } from '../net-amounts.ts'

/** The shares of invoices that the actor's organisation pays, each joined with its invoice and matter. */
export const sharesOf = (invoices: ReturnType<typeof invoicesVisibleTo>, { organisationId }: Actor) =>
  invoices
    // law firms see their invoices, and not where these are booked
    .where('invoices.organisation_id', '=', organisationId)
    .leftJoin('invoice_allocations', (join) =>
      join
        .onRef('invoice_allocations.organisation_id', '=', 'invoices.organisation_id')
        .onRef('invoice_allocations.invoice_id', '=', 'invoices.id'),
    )

const net = netAmounts()
const taxes = taxAmounts()
const isApproved = sql`invoices.approved_fees is not null`

/** SQL over shares: what each comes to; approved ones are null before the approval. */
export const shareAmounts = {
  billedNet: sql<string>`coalesce(invoice_allocations.billed_net, ${net.billed})`,
  billedTax: sql<string>`coalesce(invoice_allocations.billed_tax, ${net.billedTax})`,
  approvedNet: sql<string | null>`coalesce(invoice_allocations.approved_net, ${net.approved})`,
  approvedTax: sql<
    string | null
  >`(case when ${isApproved} then coalesce(invoice_allocations.approved_tax, ${net.approvedTax}) end)`,
  nonRecoverable: sql<string>`coalesce(invoice_allocations.billed_nonrecoverable_tax, ${taxes.nonRecoverableTax})`,
  approvedNonRecoverable: sql<string | null>`(case when ${isApproved}
    then coalesce(invoice_allocations.approved_nonrecoverable_tax, ${taxes.approvedNonRecoverableTax}) end)`,
  approvedWithheld: sql<string | null>`(case when ${isApproved}
    then coalesce(invoice_allocations.approved_withheld, ${taxes.approvedWithheld}) end)`,
}

// an invoice has a hundred shares at most
const id = {
  kind: 'integer',
  sql: sql`(invoices.id * 1000 + coalesce(invoice_allocations.position, 0))`,
} as const

const entry = (table: 'cost_centres' | 'legal_entities', column: 'code' | 'name'): Column => ({
  kind: 'text',
  nullable: true,
  sql: sql`(select e.${sql.ref(column)} from ${sql.table(table)} e
    where e.organisation_id = invoice_allocations.organisation_id
      and e.id = ${sql.ref(`invoice_allocations.${table === 'cost_centres' ? 'cost_centre_id' : 'legal_entity_id'}`)})`,
})

const amount = (value: Column['sql'], nullable = false): Column => ({ kind: 'number', nullable, sql: value })

const shareColumns = {
  shareId: { ...id, nullable: false },
  costCentreId: { kind: 'integer', nullable: true, sql: sql.ref('invoice_allocations.cost_centre_id') },
  costCentreCode: entry('cost_centres', 'code'),
  costCentreName: entry('cost_centres', 'name'),
  legalEntityId: { kind: 'integer', nullable: true, sql: sql.ref('invoice_allocations.legal_entity_id') },
  legalEntityCode: entry('legal_entities', 'code'),
  legalEntityName: entry('legal_entities', 'name'),
  percent: amount(sql`coalesce(invoice_allocations.percent, 100)`),
  billedNet: amount(shareAmounts.billedNet),
  billedTax: amount(shareAmounts.billedTax),
  approvedNet: amount(shareAmounts.approvedNet, true),
  approvedShareTax: amount(shareAmounts.approvedTax, true),
  shareCost: amount(sql`(${shareAmounts.billedNet} + ${shareAmounts.nonRecoverable})`),
  approvedShareCost: amount(
    sql`(${shareAmounts.approvedNet} + ${shareAmounts.approvedNonRecoverable})`,
    true,
  ),
  shareWithheld: amount(shareAmounts.approvedWithheld, true),
} as const satisfies Catalogue

/** The columns that can be returned, filtered by and sorted by: those of the invoice have the names they have there. */
export const shareListing = (app: App, actor: Actor) =>
  ({
    catalogue: { ...invoiceListing(app, actor).catalogue, ...shareColumns },
    id,
  }) as const satisfies Listing

/** A page of the shares of the invoices that the caller sees. */
export const listVisibleShares = (app: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(sharesOf(invoicesVisibleTo(app.db, actor), actor), shareListing(app, actor), asked)
