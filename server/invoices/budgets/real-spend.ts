// SQL: what counts against a budget in another currency than the own one, at the rates that it has there: what
// approvals have frozen, what is pending at the rate of its day, and accruals at that of the last day of their month.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { rateChosenBy } from '../own-currency/converted.ts'
import { conversionOf } from '../own-currency/own-columns.ts'
import { netAmounts } from '../net-amounts.ts'
import { unbilledSince } from './figures.ts'

const { billed, billedTax, isApproved, isPending } = netAmounts()

/** SQL over invoices: approved, paid or not. */
export { isApproved }

interface Asked {
  readonly organisation: RawBuilder<unknown>
  readonly includesTax: RawBuilder<unknown>
  readonly now: Date
}

/** SQL over invoices: what each counts with in the own currency; null where its rate is missing. */
export function realAmount({ organisation, includesTax, now }: Asked): RawBuilder<string | null> {
  const { currency, keepsRates, chosen, at } = conversionOf(organisation, now)
  const kept = (net: string, tax: string) =>
    sql`(${sql.ref(`invoices.${net}`)} + case when ${includesTax} then ${sql.ref(`invoices.${tax}`)} else 0 end)`
  const live = at(
    sql`(${billed} + case when ${includesTax} then ${billedTax} else 0 end)`,
    sql`(select c.rate from (${chosen}) c)`,
  )
  return sql<string | null>`(case
    when invoices.own_currency is not distinct from ${currency} and ${isApproved} then ${kept('own_approved_net', 'own_approved_tax')}
    when invoices.own_currency is not distinct from ${currency} then ${kept('own_net', 'own_tax')}
    when ${isPending} and ${keepsRates} then ${live} end)`
}

/** SQL: whether an invoice counts against a budget in this currency. */
export const countsIn = (currency: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(invoices.currency = ${currency} and (${isApproved} or ${isPending}))`

/**
 * SQL over entries `e` of accruals of one matter, month and currency: what was not billed since, in the own currency;
 * null where the rate is missing.
 */
export function realAccrued({ organisation, now }: Omit<Asked, 'includesTax'>): RawBuilder<string | null> {
  const { currency, keepsRates, maxAge, at } = conversionOf(organisation, now)
  const day = sql`(e.month + interval '1 month' - interval '1 day')::date`
  const chosen = rateChosenBy({ currency, day, maxAge, of: 'e' })
  return sql<string | null>`(case when ${unbilledSince} = 0 then 0
    when ${keepsRates} then ${at(unbilledSince, sql`(select c.rate from (${chosen}) c)`)} end)`
}
