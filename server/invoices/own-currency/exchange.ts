// SQL that converts amounts into any currency, such as that of a budget: over the own currency, at the rate that an
// invoice has there, frozen by its approval or that of its day, and back at the rate of the same day.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { netAmounts } from '../net-amounts.ts'
import { rateChosenBy, whole } from './converted.ts'
import { conversionOf, unitsIn } from './own-columns.ts'

type Value = RawBuilder<unknown>

/** An amount, the currency that it is in, and the one that it is converted into. */
export interface Exchange {
  readonly from: Value
  readonly into: Value
}

// what the lateral join has to be called
const [rate, per] = [sql.ref('exchange.rate'), sql.ref('exchange.per')]

/** SQL: the amount in the other currency, half even; null where a rate is missing. */
export const exchanged = (amount: Value, { from, into }: Exchange): RawBuilder<string | null> => {
  const units = unitsIn(into)
  const exact = sql`(${amount} * ${rate} * ${units} / ${per})`
  return sql`(case when ${from} = ${into} then ${amount} else ${whole(exact)} / ${units} end)`
}

/** SQL: whether a rate is missing. */
export const isNotExchanged = ({ from, into }: Exchange): RawBuilder<SqlBool> =>
  sql`(${from} <> ${into} and (${rate} * ${per}) is null)`

/** SQL for lateral joins that are called `exchange`: no row for an amount that is in the currency already. */
export function exchangeRates(organisation: Value, now: Date) {
  const { currency: own, keepsRates, maxAge, rateDay, today, dayAt } = conversionOf(organisation, now)
  const rateOn = (of: Value, day: Value) => {
    const chosen = rateChosenBy({ currency: own, day, maxAge, organisation, billedIn: of })
    return sql`(case when ${of} = ${own} then 1::numeric
      when ${keepsRates} then (select c.rate from (${chosen}) c) end)`
  }
  const join = (known: Value, day: Value, { from, into }: Exchange) =>
    sql`(select ${known} as rate, ${rateOn(into, day)} as per where ${from} <> ${into})`
  const dayOfInvoice = (date: Value, approvedOn: Value = sql`null::date`) =>
    sql`(case ${rateDay} when 'InvoiceDate' then ${date} else coalesce(${approvedOn}, ${today}) end)`
  return {
    /** The currency of the organisation. */
    own,
    today,
    /** The day that chooses the rate of an invoice, by its date and the day of its approval. */
    dayOfInvoice,
    /** Of a day. */
    onDay: (day: Value, exchange: Exchange): Value => join(rateOn(exchange.from, day), day, exchange),
    /** Of invoices, by the name that they have. */
    ofInvoices: (table: string, into: Value): Value => {
      const { isApproved } = netAmounts(table)
      const column = (name: string) => sql.ref(`${table}.${name}`)
      const from = column('currency')
      const day = dayOfInvoice(column('invoice_date'), dayAt(column('approved_at')))
      // an approved invoice without a frozen rate misses it until missing rates are applied
      const known = sql`(case when ${from} = ${own} then 1::numeric
        when ${column('own_currency')} = ${own} then ${column('exchange_rate')}
        when not ${isApproved} then ${rateOn(from, day)} end)`
      return join(known, day, { from, into })
    },
  }
}
