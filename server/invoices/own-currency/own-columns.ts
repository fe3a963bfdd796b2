// What invoices of lists come to in the currency of the organisation that pays, for its people: frozen by the approval,
// until then at the rate of today. Null for everybody else, in filters and sorting as well.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { defaultRates } from '../../identity/organisations/financial-settings.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import { isPaidByOwnOrganisation } from '../access.ts'
import { byDigits } from '../currency-digits.ts'
import { netAmounts, taxAmounts } from '../net-amounts.ts'
import { rateChosenBy, whole } from './converted.ts'
import { rateSources } from './exchange-rate.ts'

const { billed, billedTax, isApproved } = netAmounts()
const { nonRecoverableTax } = taxAmounts()

/** SQL: the number of decimal places of a currency. */
const digitsIn = (currency: RawBuilder<unknown>) => byDigits(currency, (digits) => sql.lit(digits))

/** SQL: how many of its smallest unit one unit of a currency is. */
export const unitsIn = (currency: RawBuilder<unknown>) => sql`power(10::numeric, ${digitsIn(currency)})`

/** SQL: the currency of an organisation, and how amounts come to it at this time. */
export function conversionOf(organisation: RawBuilder<unknown>, now: Date) {
  const setting = (column: string) => sql`(select ${sql.ref(column)} from organisations o
    left join financial_settings s on s.organisation_id = o.id where o.id = ${organisation})`
  const currency = setting('o.currency')
  const rateDay = setting('s.rate_day')
  const maxAge = sql`coalesce(${setting('s.rate_max_age')}, ${sql.lit(defaultRates.exchangeRateMaxAge)})::integer`
  const units = unitsIn(currency)
  /** The day of the organisation at a time. */
  const dayAt = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${setting('o.time_zone')})::date`
  const today = dayAt(sql`${now}::timestamptz`)
  return {
    currency,
    rateDay,
    keepsRates: sql<SqlBool>`(coalesce(${rateDay}, 'None') <> 'None')`,
    maxAge,
    dayAt,
    today,
    /** Of an invoice that is not approved. */
    chosen: rateChosenBy({
      currency,
      day: sql`(case ${rateDay} when 'InvoiceDate' then invoices.invoice_date else ${today} end)`,
      maxAge,
    }),
    /** An amount at a rate, half even. */
    at: (amount: RawBuilder<unknown>, rate: RawBuilder<unknown>) =>
      sql`(${whole(sql`(${amount} * ${rate} * ${units})`)} / ${units})`,
  }
}

/** Columns of lists of invoices. */
export function ownColumns({ clock }: Pick<App, 'clock'>, actor: Actor) {
  const { currency, keepsRates, chosen, at } = conversionOf(sql`${actor.organisationId}`, clock.now())
  const isForeign = sql<SqlBool>`(${isPaidByOwnOrganisation(actor)} and invoices.currency <> ${currency})`
  const isKept = sql<SqlBool>`(invoices.own_currency is not distinct from ${currency})`
  // an approved invoice without amounts misses its rate until missing rates are applied
  const isLive = sql<SqlBool>`(not ${isApproved} and ${keepsRates})`
  const ofRate = (column: string) => sql`(select ${sql.ref(`c.${column}`)} from (${chosen}) c)`
  const convertedNow = (amount: RawBuilder<unknown>) => at(amount, ofRate('rate'))
  const own = (
    kind: Column['kind'],
    kept: RawBuilder<unknown>,
    live: RawBuilder<unknown> = sql`null`,
  ): Column => ({
    kind,
    nullable: true,
    sql: sql`(case when not ${isForeign} then null when ${isKept} then ${kept} when ${isLive} then ${live} end)`,
  })
  const column = (name: string) => sql.ref(`invoices.${name}`)
  const amount = (kept: RawBuilder<unknown>, live?: RawBuilder<unknown>) => own('number', kept, live)
  const [net, total] = [convertedNow(billed), convertedNow(sql`(${billed} + ${billedTax})`)]
  return {
    ownCurrency: {
      kind: 'text',
      nullable: true,
      sql: sql`(case when ${isForeign} and (${isKept} or ${keepsRates}) then ${currency} end)`,
    },
    ownNet: amount(column('own_net'), net),
    ownTax: amount(column('own_tax'), sql`(${total} - ${net})`),
    ownTotal: amount(sql`(${column('own_net')} + ${column('own_tax')})`, total),
    ownCost: amount(
      sql`(${column('own_net')} + coalesce(${column('own_nonrecoverable_tax')}, 0))`,
      convertedNow(sql`(${billed} + ${nonRecoverableTax})`),
    ),
    ownApprovedNet: amount(column('own_approved_net')),
    ownApprovedTax: amount(column('own_approved_tax')),
    ownApprovedTotal: amount(sql`(${column('own_approved_net')} + ${column('own_approved_tax')})`),
    ownApprovedCost: amount(
      sql`(${column('own_approved_net')} + coalesce(${column('own_approved_nonrecoverable_tax')}, 0))`,
    ),
    ownRate: amount(column('exchange_rate'), ofRate('rate')),
    ownRateDate: own('local', column('exchange_rate_on'), ofRate('starts_on')),
    ownRateSource: {
      ...own('choice', column('exchange_rate_source'), ofRate('source')),
      choices: rateSources,
    },
    ownFrozen: { kind: 'boolean', nullable: false, sql: sql`(${isForeign} and ${isKept})` },
  } as const satisfies Catalogue
}
