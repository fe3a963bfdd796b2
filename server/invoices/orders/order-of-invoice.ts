// The purchase order that an invoice names: what remains of it, what speaks against it, and its being exceeded.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, differenceOf, sumOf } from '../../platform/decimal.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { invoicesVisibleTo } from '../access.ts'
import { sumsOfReview } from '../approvals/ask-approval.ts'
import { short } from '../events.ts'
import { type Invoice, invoiceColumns, invoiceOf, isReviewable } from '../invoice.ts'
import { netOf } from '../lines.ts'
import { orderExceeded, type OrderProblem } from './order.ts'
import { namesOrder, orderSums } from './used.ts'

/** An order with what is used of it, the invoice in question among it. Decimal text, without tax. */
export interface UsedOrder {
  readonly id: number
  readonly number: string
  readonly currency: string
  readonly amount: string
  readonly approved: string
  readonly pending: string
  readonly remaining: string
  readonly matterId: number | null
  readonly from: string | null
  readonly to: string | null
  readonly open: boolean
  readonly invoiceDate: string
}

type Key = Pick<Invoice, 'organisationId' | 'id'>

/** The order that the invoice names; undefined without one. */
async function findOrder(db: Reader, { organisationId, id }: Key): Promise<UsedOrder | undefined> {
  // not through access.ts: of an invoice that the caller has fetched
  const { rows } = await sql<Omit<UsedOrder, 'remaining'>>`select purchase_orders.id, purchase_orders.number,
      purchase_orders.currency, purchase_orders.amount, ${orderSums.approved} as approved,
      ${orderSums.pending} as pending, purchase_orders.matter_id as "matterId", purchase_orders.starts_on as "from",
      purchase_orders.ends_on as "to", purchase_orders.open, i.invoice_date as "invoiceDate"
    from invoices i join purchase_orders on ${namesOrder()}
    where i.organisation_id = ${organisationId} and i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return { ...row, remaining: differenceOf(row.amount, sumOf([row.approved, row.pending])) }
}

/** What an invoice is billed against. */
export interface OrderOfInvoice {
  /** As the invoice names it. */
  readonly number: string | null
  readonly order: UsedOrder | undefined
  readonly problems: readonly OrderProblem[]
}

/** For people of the organisation that pays. Throws not_found, and forbidden for those of law firms. */
export async function getOrderOfInvoice({ db }: App, actor: Actor, id: number): Promise<OrderOfInvoice> {
  const row = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select([...invoiceColumns])
    .executeTakeFirst()
  if (!row) throw notFound()
  const invoice = invoiceOf(row)
  if (invoice.organisationId !== actor.organisationId)
    throw forbidden('What an invoice uses of a purchase order is for the organisation that pays.')
  const { purchaseOrder: number } = invoice
  if (number === null || invoice.serviceProviderId === null) return { number, order: undefined, problems: [] }
  const order = await findOrder(db, invoice)
  return {
    number,
    order,
    problems: order ? await problemsOf(db, invoice, order) : await unknown(db, invoice),
  }
}

/** A number that no order has is only wrong where the organisation keeps orders with the firm. */
async function unknown(db: Reader, { organisationId, serviceProviderId }: Invoice) {
  // not through access.ts: only whether there is any
  const any = await db
    .selectFrom('purchase_orders')
    .where('organisation_id', '=', organisationId)
    .where('provider_id', '=', serviceProviderId ?? 0)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return any ? (['unknown'] as const) : []
}

async function problemsOf(db: Reader, invoice: Invoice, order: UsedOrder): Promise<readonly OrderProblem[]> {
  const { matterId, from, to, open, invoiceDate } = order
  const isOtherCurrency = invoice.currency !== order.currency
  const found: Readonly<Partial<Record<OrderProblem, boolean>>> = {
    exceeded: !isOtherCurrency && (await isExceeded(db, invoice, order)),
    otherCurrency: isOtherCurrency,
    otherMatter: matterId !== null && matterId !== invoice.matterId,
    outsideDays: (from !== null && invoiceDate < from) || (to !== null && invoiceDate > to),
    closed: !open && isReviewable(invoice.status),
  }
  return (Object.keys(found) as OrderProblem[]).filter((name) => found[name])
}

/** Until it is approved: whether what is approved would exceed the order with what the review leaves. */
async function isExceeded(db: Reader, invoice: Invoice, { amount, approved }: UsedOrder): Promise<boolean> {
  const more = isReviewable(invoice.status) ? [netOf(await sumsOfReview(db, invoice))] : []
  return compareDecimals(sumOf([approved, ...more]), amount) > 0
}

/**
 * After an approval, or when an approved invoice names another order: what happened where its order is exceeded. The
 * order is locked, so that of two approvals at once the second sees the first.
 */
export async function exceededByApproval(tx: Tx, invoice: Invoice): Promise<readonly DomainEvent[]> {
  if (invoice.purchaseOrder === null || invoice.serviceProviderId === null) return []
  // not through access.ts: the caller has locked the invoice
  await sql`select 1 from purchase_orders where purchase_orders.organisation_id = ${invoice.organisationId}
    and purchase_orders.id in (select o.id from purchase_orders o join invoices i on ${namesOrder('o')}
      where o.organisation_id = ${invoice.organisationId} and i.id = ${invoice.id}) for update`.execute(tx)
  const order = await findOrder(tx, invoice)
  if (!order || order.currency !== invoice.currency) return []
  const over = differenceOf(order.approved, order.amount)
  if (compareDecimals(over, '0') <= 0) return []
  const money = (amount: string) => `${order.currency} ${short(amount)}`
  const facts = { purchaseOrder: order.number, approved: money(order.approved), exceededBy: money(over) }
  return [orderExceeded(invoice, order.id, facts)]
}
