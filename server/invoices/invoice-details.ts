// Invoices with the requested columns: a list of all that the caller may see, and one invoice with its lines.
import { sql } from 'kysely'
import { personColumns } from '../identity/users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { groupRows, type GroupRow, type GroupsAsked } from '../platform/lists/group-rows.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'
import { matterKind } from '../matters/matter-kind.ts'
import { getInvolved } from '../records/access.ts'
import { type Involvement, may } from '../records/rights/involvement.ts'
import { invoicesVisibleTo, isPaidByOwnOrganisation } from './access.ts'
import { approvedOrBilled, approvedTotal, invoiceCatalogue, invoiceTotal } from './list-columns.ts'
import { matterOfInvoiceColumns } from './matter-columns.ts'
import { creditColumns, type CreditNote, isStanding, listCreditNotes } from './credits/show-credits.ts'
import { wereDecisionsSent } from './exchange/exchange.ts'
import { isDecided, isReviewable, type InvoiceStatus } from './invoice.ts'
import { flagColumns } from './guidelines/flag-columns.ts'
import { missingRateColumn } from './own-currency/missing-rates.ts'
import { ownColumns } from './own-currency/own-columns.ts'
import { type OwnAmounts, readOwnAmounts } from './own-currency/own-amounts.ts'
import { paymentColumns } from './payments/show-payments.ts'
import { agreedRatesOfLines } from './rates/line-rates.ts'
import { type ShownReview, shownReview } from './review/shown-review.ts'
import { taxColumns } from './taxes/tax-columns.ts'
import { type StoredLine, listStoredLines } from './stored-lines.ts'
import { type Transition, allowedTransitions } from './transitions.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`invoices.${column}`),
})

const original = (column: 'name' | 'format' | 'size'): Column => ({
  kind: column === 'size' ? 'integer' : 'text',
  nullable: true,
  sql: sql`(select o.${sql.ref(column)} from invoice_originals o
    where o.organisation_id = invoices.organisation_id and o.batch_id = invoices.batch_id)`,
})

const approvedSum = (column: string, billed: string): Column => ({
  kind: 'number',
  nullable: true,
  sql: approvedOrBilled(column, billed),
})

/** The export to finance that an invoice is in; null for its provider, in filters as well. */
const inExport = (actor: Actor, kind: 'integer' | 'text', what: 'id' | 'number' | 'status' | 'reference') =>
  ({
    kind,
    nullable: true,
    // not through access.ts: of an invoice that the actor sees
    sql: sql`(select ${what === 'reference' ? sql`coalesce(i.reference, e.reference)` : sql.ref(`e.${what}`)}
      from finance_export_invoices i join finance_exports e
        on e.organisation_id = i.organisation_id and e.id = i.export_id
      where i.organisation_id = invoices.organisation_id and i.invoice_id = invoices.id and not i.withdrawn
        and ${isPaidByOwnOrganisation(actor)})`,
  }) satisfies Column

const exportColumns = (actor: Actor) => ({
  exportId: inExport(actor, 'integer', 'id'),
  exportNumber: inExport(actor, 'integer', 'number'),
  exportStatus: inExport(actor, 'text', 'status'),
  exportReference: inExport(actor, 'text', 'reference'),
})

const relatedColumns = {
  organisationId: own('integer', 'organisation_id'),
  authorOrganisationId: own('integer', 'author_organisation_id'),
  version: own('integer', 'version'),
  total: {
    kind: 'number',
    nullable: false,
    sql: invoiceTotal,
  },
  approvedTotal: {
    kind: 'number',
    nullable: true,
    sql: approvedTotal,
  },
  approvedDisbursements: approvedSum('approved_disbursements', 'disbursements'),
  approvedOtherFees: approvedSum('approved_other_fees', 'other_fees'),
  approvedTax: approvedSum('approved_tax', 'total_tax'),
  providerId: own('integer', 'service_provider_id', true),
  declinedBecause: own('text', 'declined_because', true),
  recipientId: own('integer', 'recipient_id', true),
  recipientName: {
    kind: 'text',
    nullable: true,
    sql: sql`(select r.name from invoice_recipients r
      where r.organisation_id = invoices.organisation_id and r.id = invoices.recipient_id)`,
  },
  originalName: original('name'),
  originalFormat: original('format'),
  originalSize: original('size'),
  createdAt: own('moment', 'created_at'),
  createdById: own('uuid', 'created_by'),
  ...personColumns('createdBy', 'invoices.created_by'),
  approvedById: own('uuid', 'approved_by', true),
  ...personColumns('approvedBy', 'invoices.approved_by', true),
  updatedAt: own('moment', 'updated_at'),
} as const satisfies Catalogue

/** The columns that can be returned, filtered by and sorted by. */
export const invoiceListing = (app: App, actor: Actor) =>
  ({
    catalogue: {
      ...invoiceCatalogue(app, actor),
      ...relatedColumns,
      ...exportColumns(actor),
      ...creditColumns,
      ...taxColumns(actor),
      ...paymentColumns(app.clock.now().toISOString().slice(0, 'yyyy-mm-dd'.length)),
      missingRate: missingRateColumn(app, actor),
      ...flagColumns(actor),
      ...ownColumns(app, actor),
      ...matterOfInvoiceColumns(actor),
    },
    id: { kind: 'integer', sql: sql.ref('invoices.id') },
  }) as const satisfies Listing

/** A page of the invoices that the caller may see. */
export const listVisibleInvoices = (app: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(invoicesVisibleTo(app.db, actor), invoiceListing(app, actor), asked)

/** The invoices that the caller sees, counted by groups. */
export const groupVisibleInvoices = (
  app: App,
  actor: Actor,
  asked: GroupsAsked,
): Promise<readonly GroupRow[]> =>
  groupRows(invoicesVisibleTo(app.db, actor), invoiceListing(app, actor), asked)

/** What the caller may do with an invoice: each transition, updating its content, and updating its notes. */
type AllowedActions = Readonly<Record<Transition['kind'] | 'change' | 'note' | 'reviewLines', boolean>>

export interface InvoiceDetails {
  readonly row: ListedRow
  readonly lines: readonly StoredLine[]
  /** What the review leaves; null for the provider until it is finished, and where there can be none. */
  readonly review: ShownReview | null
  /** What is agreed for an hour, by the number of the line; of an approved invoice as it was then. Decimal text. */
  readonly agreedRates: ReadonlyMap<number, string>
  /** In the currency of the organisation that pays, for its people; undefined where it is billed in that. */
  readonly ownAmounts: OwnAmounts | undefined
  readonly creditNotes: readonly CreditNote[]
  /** Whether the reader is of the organisation that pays. */
  readonly isOwn: boolean
  readonly can: AllowedActions
}

/** One invoice with its lines and what the caller may do with it; not_found if they may not see it. */
export async function getInvoiceDetails(
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<InvoiceDetails> {
  const base = invoicesVisibleTo(app.db, actor).where('invoices.id', '=', id)
  const row = await readRow(base, invoiceListing(app, actor), [
    ...new Set([
      ...columns,
      'organisationId',
      'providerId',
      'matterId',
      'status',
      'currency',
      'approvedFees',
      'approvedDisbursements',
      'approvedOtherFees',
      'approvedTax',
      'approvedReverseChargeTax',
      'approvedNonRecoverableTax',
      'approvedWithheld',
      'version',
      'paidAmount',
      'exportId',
    ]),
  ])
  if (!row) throw notFound()
  const organisationId = Number(row['organisationId'])
  const status = row['status'] as InvoiceStatus
  const isFrozen = row['approvedFees'] !== null && status !== 'Declined'
  const isRated = row['providerId'] !== null && !isFrozen
  const [lines, { involvement }, current, wasSent, creditNotes] = await Promise.all([
    listStoredLines(app.db, { organisationId, id }),
    getInvolved(matterKind, app.db, actor, Number(row['matterId'])),
    isRated ? agreedRatesOfLines(app.db, { organisationId, id }) : new Map<number, string>(),
    status === 'InReview' && row['providerId'] !== null
      ? wereDecisionsSent(app.db, { organisationId, id })
      : false,
    isFrozen ? listCreditNotes(app.db, actor, { organisationId, id }) : [],
  ])
  const isShown = involvement.isOwn ? status !== 'Draft' : isDecided(status) || wasSent
  return {
    row,
    lines,
    review: isShown ? await shownReview(app.db, { organisationId, id }, { row, lines }) : null,
    agreedRates: isFrozen ? frozenRatesOf(lines) : current,
    ownAmounts: involvement.isOwn ? await ownAmountsOf(app, row, id) : undefined,
    creditNotes,
    isOwn: involvement.isOwn,
    can: allowedActionsOf(involvement, { status, isBound: isBound(row, creditNotes) }, wasSent),
  }
}

const ownAmountsOf = (app: App, row: ListedRow, id: number): Promise<OwnAmounts | undefined> => {
  const currency = String(row['currency'])
  const isApproved = row['status'] === 'Approved' || row['status'] === 'Paid'
  const invoice = { organisationId: Number(row['organisationId']), id, currency, isApproved }
  return readOwnAmounts(app.db, invoice, app.clock.now())
}

const frozenRatesOf = (lines: readonly StoredLine[]) =>
  new Map(lines.flatMap(({ number, agreedRate }) => (agreedRate === null ? [] : [[number, agreedRate]])))

/** Whether an invoice can't be voided, as it is paid in part, exported to finance, or credited. */
const isBound = (row: ListedRow, creditNotes: readonly CreditNote[]): boolean =>
  row['status'] === 'Approved' &&
  (Number(row['paidAmount']) !== 0 || row['exportId'] !== null || creditNotes.some(isStanding))

function allowedActionsOf(
  involvement: Involvement,
  standing: { readonly status: InvoiceStatus; readonly isBound: boolean },
  wasSent: boolean,
): AllowedActions {
  const { status } = standing
  const moves = allowedTransitions(standing, involvement)
  return {
    // a draft is only visible to the organisation that writes it
    change: may(involvement, 'changeInvoices') && status === 'Draft',
    note: may(involvement, 'noteInvoices') && status !== 'Void',
    // what was sent to the firm changes through its appeals only
    reviewLines: involvement.isOwn && may(involvement, 'reviewInvoices') && isReviewable(status) && !wasSent,
    post: moves.includes('post'),
    review: moves.includes('review'),
    approve: moves.includes('approve'),
    decline: moves.includes('decline'),
    pay: moves.includes('pay'),
    unpay: moves.includes('unpay'),
    void: moves.includes('void'),
  }
}
