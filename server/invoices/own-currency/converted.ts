// SQL that converts invoices into the own currency: which rate applies, and what each line comes to. Approvals keep
// what it answers; invoices before that, and reports of them, are answered by it.
//
// An invoice's total and its sum without tax are converted once, half even; the tax is the difference. Lines are
// converted half even each, and what they differ from those is one smallest unit each for the lines whose rounding took
// most: the lines come to the invoice exactly, whatever their signs are.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { netAmounts } from '../net-amounts.ts'
import type { OwnMoney } from './own-money.ts'

const { billed, approved, billedTax, approvedTax, isApproved } = netAmounts()

/** SQL over invoices: the day that chooses the rate; null where no rates are kept. */
export function rateDayOf({ rateDay, timeZone, today }: OwnMoney): RawBuilder<unknown> {
  switch (rateDay) {
    case 'InvoiceDate':
      return sql`invoices.invoice_date`
    case 'ApprovalDate':
      return sql`coalesce((invoices.approved_at at time zone ${timeZone})::date, ${today}::date)`
    default:
      return sql`null::date`
  }
}

interface Choosing {
  readonly currency: RawBuilder<unknown>
  readonly day: RawBuilder<unknown>
  readonly maxAge: RawBuilder<unknown>
}

/** SQL over invoices: the rate that applies; no row if there is none. */
export const rateChosenBy = ({ currency, day, maxAge }: Choosing): RawBuilder<unknown> =>
  sql`select r.id, r.rate, r.starts_on, r.source from exchange_rates r
    where r.organisation_id = invoices.organisation_id and r.own_currency = ${currency}
      and r.currency = invoices.currency and r.starts_on <= ${day} and r.starts_on >= ${day} - ${maxAge}
    order by r.starts_on desc limit 1`

/** The same for one organisation; its lateral join is called `chosen`. */
export const chosenRate = (own: OwnMoney): RawBuilder<unknown> =>
  rateChosenBy({
    currency: sql`${own.currency}::text`,
    day: rateDayOf(own),
    maxAge: sql`${own.maxAge}::integer`,
  })

/** SQL: the invoice is in another currency than the organisation's, and its own amounts are not kept. */
export const isUnconverted = ({ currency }: OwnMoney): RawBuilder<SqlBool> =>
  sql<SqlBool>`(invoices.currency <> ${currency} and invoices.own_currency is distinct from ${currency})`

/** SQL: rounded to a whole number, halves to the even one. */
const whole = (exact: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when abs(${exact} - trunc(${exact})) = 0.5 then 2 * round(${exact} / 2) else round(${exact}) end)`

const unitsIn = ({ digits }: OwnMoney) => sql.lit(10 ** digits)
const unitOf = ({ digits }: OwnMoney) => sql`${sql.lit(`1e-${digits}`)}::numeric`

/** SQL: an amount at a rate, in the own currency. */
export const converted = (own: OwnMoney, amount: RawBuilder<unknown>, rate: RawBuilder<unknown>) =>
  sql`(${whole(sql`(${amount} * ${rate} * ${unitsIn(own)})`)} * ${unitOf(own)})`

/** SQL over invoices: their sums in the own currency at a rate, without tax and the tax of both. */
export function convertedSums(own: OwnMoney, rate: RawBuilder<unknown>) {
  const net = (sum: RawBuilder<unknown>) => converted(own, sum, rate)
  const tax = (sum: RawBuilder<unknown>, its: RawBuilder<unknown>) =>
    sql`(${converted(own, sql`(${sum} + ${its})`, rate)} - ${net(sum)})`
  return {
    net: net(billed),
    tax: tax(billed, billedTax),
    approvedNet: sql`(case when ${isApproved} then ${net(approved)} end)`,
    approvedTax: sql`(case when ${isApproved} then ${tax(approved, approvedTax)} end)`,
  }
}

/** The amounts of a line that are converted: two of what was billed, and two of what was approved. */
const billedPart = { net: 'amount', tax: 'tax', netOf: sql`l.amount`, taxOf: sql`l.tax` } as const
const approvedPart = {
  net: 'approved_amount',
  tax: 'approved_tax',
  netOf: sql`coalesce(l.approved_amount, l.amount)`,
  taxOf: sql`coalesce(l.approved_tax, l.tax)`,
} as const
type Part = typeof billedPart | typeof approvedPart

const exact = (name: string) => sql.ref(`exact_${name}`)
const rounded = (name: string) => sql.ref(`rounded_${name}`)
const left = (name: string) => sql.ref(`left_${name}`)
const named = (value: RawBuilder<unknown>, name: string) => sql`${value} as ${sql.ref(name)}`

/** What the roundings of the lines leave to be spread, in smallest units. */
function leftOver({ net, tax }: Part): readonly RawBuilder<unknown>[] {
  const sum = (value: RawBuilder<unknown>) => sql`sum(${value}) over invoice`
  const netUnits = whole(sum(exact(net)))
  const allUnits = whole(sum(sql`${exact(net)} + ${exact(tax)}`))
  return [
    named(sql`${netUnits} - ${sum(rounded(net))}`, `left_${net}`),
    named(sql`${allUnits} - ${netUnits} - ${sum(rounded(tax))}`, `left_${tax}`),
  ]
}

/** The place of a line among those whose rounding took most, or gave most where it was too much. */
const place = (name: string) =>
  named(
    sql`row_number() over (partition by invoice_id
      order by ${exact(name)} <> 0 desc, sign(${left(name)}) * (${exact(name)} - ${rounded(name)}) desc, number)`,
    `place_${name}`,
  )

const spread = (own: OwnMoney, name: string) =>
  named(
    sql`(${rounded(name)} + case when ${sql.ref(`place_${name}`)} <= abs(${left(name)}) then sign(${left(name)}) else 0 end)
      * ${unitOf(own)}`,
    `own_${name}`,
  )

/**
 * SQL in parentheses: `invoice_id`, `number`, `own_amount` and `own_tax` of the lines of those unconverted invoices of
 * the organisation that have a rate.
 */
export const convertedLines = (own: OwnMoney, which: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  convertedParts(own, which, [billedPart])

/** The same of approved invoices, with `own_approved_amount` and `own_approved_tax`. */
export const convertedApprovedLines = (own: OwnMoney, which: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  convertedParts(own, which, [billedPart, approvedPart])

function convertedParts(
  own: OwnMoney,
  which: RawBuilder<SqlBool>,
  parts: readonly Part[],
): RawBuilder<unknown> {
  const names = parts.flatMap(({ net, tax }) => [net, tax])
  const columns = (made: readonly RawBuilder<unknown>[]) => sql.join([...made])
  // not through access.ts: the caller names invoices that were fetched there, or joins with such
  return sql`(
    with converting as (
      select invoices.id, chosen.rate * ${unitsIn(own)} as factor
      from invoices cross join lateral (${chosenRate(own)}) as chosen
      where invoices.organisation_id = ${own.organisationId} and ${isUnconverted(own)} and ${which}
    ), of_lines as materialized (
      select l.invoice_id, l.number, ${columns(
        parts.flatMap(({ net, tax, netOf, taxOf }) => [
          named(sql`${netOf} * converting.factor`, `exact_${net}`),
          named(sql`${taxOf} * converting.factor`, `exact_${tax}`),
        ]),
      )}
      from converting join invoice_lines l on l.organisation_id = ${own.organisationId} and l.invoice_id = converting.id
    ), rounded as (
      select *, ${columns(names.map((name) => named(whole(exact(name)), `rounded_${name}`)))} from of_lines
    ), summed as (
      select *, ${columns(parts.flatMap(leftOver))} from rounded window invoice as (partition by invoice_id)
    ), placed as (
      select *, ${columns(names.map(place))} from summed
    )
    select invoice_id, number, ${columns(names.map((name) => spread(own, name)))} from placed
  )`
}
