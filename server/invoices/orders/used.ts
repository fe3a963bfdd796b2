// SQL over purchase orders: which invoices name one, and what these come to.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { uniqueNumber } from '../../platform/postgres/unique-text.ts'
import { netAmounts } from '../net-amounts.ts'

const { approved, billed, isApproved, isPending } = netAmounts('i')

/** Whether the invoice `i` names the order, by the index of both numbers. */
export const namesOrder = (order = 'purchase_orders') =>
  sql<SqlBool>`(i.organisation_id = ${sql.ref(`${order}.organisation_id`)}
    and i.service_provider_id = ${sql.ref(`${order}.provider_id`)} and i.purchase_order is not null
    and ${uniqueNumber(sql`i.purchase_order`)} = ${uniqueNumber(sql.ref(`${order}.number`))})`

// not through access.ts: sums of all invoices of an order, which are the same for everybody who sees it
const over = (value: RawBuilder<unknown>, condition: RawBuilder<SqlBool>): RawBuilder<string> =>
  sql`(select ${value} from invoices i where ${namesOrder()} and ${condition})`

const inItsCurrency = sql<SqlBool>`i.currency = purchase_orders.currency`

/** What of the order is used, in its currency, without tax. */
export const orderSums = {
  approved: over(sql`coalesce(sum(${approved}), 0)`, sql<SqlBool>`(${inItsCurrency} and ${isApproved})`),
  pending: over(sql`coalesce(sum(${billed}), 0)`, sql<SqlBool>`(${inItsCurrency} and ${isPending})`),
  /** How many invoices in other currencies are approved or pending, which are in neither sum. */
  inOtherCurrencies: over(
    sql`count(*)::int`,
    sql<SqlBool>`(not ${inItsCurrency} and (${isApproved} or ${isPending}))`,
  ),
}

export const remaining = sql<string>`(purchase_orders.amount - ${orderSums.approved} - ${orderSums.pending})`
