// SQL: what counts against a budget in another currency than the own one, at the rates that it has there: what
// approvals have frozen, what is pending at the rate of its day, and accruals at that of the last day of their month.
import { type RawBuilder, sql } from 'kysely'
import { rateChosenBy } from '../own-currency/converted.ts'
import { exchangeRates, isNotExchanged } from '../own-currency/exchange.ts'
import { conversionOf } from '../own-currency/own-columns.ts'
import { netAmounts } from '../net-amounts.ts'
import { lastDayOfEntry, latestClosed, unbilledSince } from './figures.ts'

const { billed, billedTax, approved, approvedTax, isApproved, isPending } = netAmounts()

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
  const taxed = (net: RawBuilder<unknown>, tax: RawBuilder<unknown>) =>
    sql`(${net} + case when ${includesTax} then ${tax} else 0 end)`
  const kept = (net: string, tax: string) => taxed(sql.ref(`invoices.${net}`), sql.ref(`invoices.${tax}`))
  const live = at(taxed(billed, billedTax), sql`(select c.rate from (${chosen}) c)`)
  return sql<string | null>`(case
    when invoices.currency = ${currency} and ${isApproved} then ${taxed(approved, approvedTax)}
    when invoices.currency = ${currency} then ${taxed(billed, billedTax)}
    when invoices.own_currency is not distinct from ${currency} and ${isApproved} then ${kept('own_approved_net', 'own_approved_tax')}
    when invoices.own_currency is not distinct from ${currency} then ${kept('own_net', 'own_tax')}
    when ${isPending} and ${keepsRates} then ${live} end)`
}

interface Counting extends Omit<Asked, 'includesTax'> {
  /** Of the budget. */
  readonly currency: RawBuilder<unknown>
}

/** SQL: what counts against a budget, as tables with a condition; more conditions can follow. */
export function countingIn({ organisation, currency: into, now }: Counting) {
  const rates = exchangeRates(organisation, now)
  const [invoice, entry] = [
    { from: sql`invoices.currency`, into },
    { from: sql`e.currency`, into },
  ]
  return {
    invoices: sql`invoices left join lateral ${rates.ofInvoices('invoices', into)} as exchange on true
      where invoices.organisation_id = ${organisation} and (${isApproved} or ${isPending})
        and not ${isNotExchanged(invoice)}`,
    /** Entries `e` of the latest closed month. */
    accruals: sql`accrual_entries e
      join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
      left join lateral ${rates.onDay(lastDayOfEntry, entry)} as exchange on true
      where e.organisation_id = ${organisation} and e.month = ${latestClosed(organisation)}
        and not ${isNotExchanged(entry)}`,
  }
}

/**
 * SQL over entries `e` of accruals of one matter, month and currency: what was not billed since, in the own currency;
 * null where the rate is missing.
 */
export function realAccrued({ organisation, now }: Omit<Asked, 'includesTax'>): RawBuilder<string | null> {
  const { currency, keepsRates, maxAge, at } = conversionOf(organisation, now)
  const chosen = rateChosenBy({
    currency,
    day: lastDayOfEntry,
    maxAge,
    organisation,
    billedIn: sql`e.currency`,
  })
  return sql<string | null>`(case when ${unbilledSince} = 0 then 0
    when e.currency = ${currency} then ${unbilledSince}
    when ${keepsRates} then ${at(unbilledSince, sql`(select c.rate from (${chosen}) c)`)} end)`
}
