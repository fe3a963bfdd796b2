// SQL that converts invoices into the own currency: which rate applies, and what each line comes to. Approvals keep
// what it answers; invoices before that, and reports of them, are answered by it.
//
// An invoice's total and its sum without tax are converted once, half even; the tax is the difference. Lines are
// converted half even each, and what they differ from those is one smallest unit each for the lines whose rounding took
// most: the lines come to the invoice exactly, whatever their signs are.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { netAmounts, taxAmounts } from '../net-amounts.ts'
import type { OwnMoney } from './own-money.ts'

const { billed, approved, billedTax, approvedTax, isApproved } = netAmounts()
const taxes = taxAmounts()

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
  /** The organisation, and the currency that is converted; those of the invoice without. */
  readonly organisation?: RawBuilder<unknown>
  readonly billedIn?: RawBuilder<unknown>
}

/** SQL: the rate that applies; no row if there is none. */
export const rateChosenBy = (choosing: Choosing): RawBuilder<unknown> => {
  const { currency, day, maxAge, organisation, billedIn } = choosing
  return sql`select r.id, r.rate, r.starts_on, r.source from exchange_rates r
    where r.organisation_id = ${organisation ?? sql.ref('invoices.organisation_id')} and r.own_currency = ${currency}
      and r.currency = ${billedIn ?? sql.ref('invoices.currency')}
      and r.starts_on <= ${day} and r.starts_on >= ${day} - ${maxAge}
    order by r.starts_on desc limit 1`
}

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
export const whole = (exact: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when abs(${exact} - trunc(${exact})) = 0.5 then 2 * round(${exact} / 2) else round(${exact}) end)`

const unitsIn = ({ digits }: OwnMoney) => sql.lit(10 ** digits)
const unitOf = ({ digits }: OwnMoney) => sql`${sql.lit(`1e-${digits}`)}::numeric`

/** SQL: an amount at a rate, in the own currency. */
export const converted = (own: OwnMoney, amount: RawBuilder<unknown>, rate: RawBuilder<unknown>) =>
  sql`(${whole(sql`(${amount} * ${rate} * ${unitsIn(own)})`)} * ${unitOf(own)})`

/**
 * SQL over invoices: their sums in the own currency at a rate, without tax, and what is beside it: the tax, and what
 * follows from tax codes.
 */
export function convertedSums(own: OwnMoney, rate: RawBuilder<unknown>) {
  const net = (sum: RawBuilder<unknown>) => converted(own, sum, rate)
  const beside = (sum: RawBuilder<unknown>, its: RawBuilder<unknown>) =>
    sql`(${converted(own, sql`(${sum} + ${its})`, rate)} - ${net(sum)})`
  const once = (value: RawBuilder<unknown>) => sql`(case when ${isApproved} then ${value} end)`
  const ofCode = (its: RawBuilder<unknown>) => (own.hasTaxCodes ? beside(billed, its) : nothing)
  const ofApproved = (its: RawBuilder<unknown>) => once(own.hasTaxCodes ? beside(approved, its) : nothing)
  return {
    net: net(billed),
    tax: beside(billed, billedTax),
    approvedNet: once(net(approved)),
    approvedTax: once(beside(approved, approvedTax)),
    reverseChargeTax: ofCode(taxes.reverseChargeTax),
    nonRecoverableTax: ofCode(taxes.nonRecoverableTax),
    withheld: ofCode(taxes.withheld),
    approvedReverseChargeTax: ofApproved(taxes.approvedReverseChargeTax),
    approvedNonRecoverableTax: ofApproved(taxes.approvedNonRecoverableTax),
    approvedWithheld: ofApproved(taxes.approvedWithheld),
  }
}

const nothing = sql`0::numeric`

interface Converting {
  /** The name of a column without `own_`. */
  readonly name: string
  readonly of: RawBuilder<unknown>
}

/** The amounts of a line that are converted: what is without tax, and what is beside it. */
interface Part {
  readonly net: Converting
  readonly beside: readonly Converting[]
}

const ofCodes = ['reverse_charge_tax', 'nonrecoverable_tax', 'withheld'] as const
const column = (name: string): Converting => ({ name, of: sql.ref(`l.${name}`) })
const approvedColumn = (name: string): Converting => ({
  name: `approved_${name}`,
  of: sql`coalesce(${sql.ref(`l.approved_${name}`)}, ${sql.ref(`l.${name}`)})`,
})

const billedPart = ({ hasTaxCodes }: OwnMoney): Part => ({
  net: column('amount'),
  beside: ['tax', ...(hasTaxCodes ? ofCodes : [])].map(column),
})
const approvedPart = ({ hasTaxCodes }: OwnMoney): Part => ({
  net: approvedColumn('amount'),
  beside: ['tax', ...(hasTaxCodes ? ofCodes : [])].map(approvedColumn),
})
const namesOf = ({ net, beside }: Part) => [net, ...beside].map(({ name }) => name)

/** Columns that are nothing as there are no codes. */
const withoutCodes = ({ hasTaxCodes }: OwnMoney, prefix: '' | 'approved_') =>
  hasTaxCodes ? [] : ofCodes.map((name) => named(nothing, `own_${prefix}${name}`))

const exact = (name: string) => sql.ref(`exact_${name}`)
const rounded = (name: string) => sql.ref(`rounded_${name}`)
const left = (name: string) => sql.ref(`left_${name}`)
const named = (value: RawBuilder<unknown>, name: string) => sql`${value} as ${sql.ref(name)}`

/** What the roundings of the lines leave to be spread, in smallest units. */
function leftOver({ net, beside }: Part): readonly RawBuilder<unknown>[] {
  const sum = (value: RawBuilder<unknown>) => sql`sum(${value}) over invoice`
  const netUnits = whole(sum(exact(net.name)))
  return [
    named(sql`${netUnits} - ${sum(rounded(net.name))}`, `left_${net.name}`),
    ...beside.map(({ name }) => {
      const allUnits = whole(sum(sql`${exact(net.name)} + ${exact(name)}`))
      return named(sql`${allUnits} - ${netUnits} - ${sum(rounded(name))}`, `left_${name}`)
    }),
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
 * SQL in parentheses: `invoice_id`, `number`, `own_amount`, `own_tax` and what follows from tax codes (`own_withheld`
 * and so on) of the lines of those unconverted invoices of the organisation that have a rate.
 */
export const convertedLines = (own: OwnMoney, which: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  convertedParts(own, which, { parts: [billedPart(own)], more: withoutCodes(own, '') })

/** The same without tax: `own_amount` alone. */
export const convertedNets = (own: OwnMoney, which: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  convertedParts(own, which, { parts: [{ net: column('amount'), beside: [] }], more: [] })

/** The same of approved invoices, with `own_approved_amount` and so on. */
export const convertedApprovedLines = (own: OwnMoney, which: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  convertedParts(own, which, {
    parts: [billedPart(own), approvedPart(own)],
    more: [...withoutCodes(own, ''), ...withoutCodes(own, 'approved_')],
  })

function convertedParts(
  own: OwnMoney,
  which: RawBuilder<SqlBool>,
  { parts, more }: { readonly parts: readonly Part[]; readonly more: readonly RawBuilder<unknown>[] },
): RawBuilder<unknown> {
  const names = parts.flatMap(namesOf)
  const columns = (made: readonly RawBuilder<unknown>[]) => sql.join([...made])
  // shares are kept: joined line by line, they would be worked out again for every line
  // not through access.ts: the caller names invoices that were fetched there, or joins with such
  return sql`(
    with converting as (
      select invoices.id, chosen.rate * ${unitsIn(own)} as factor
      from invoices cross join lateral (${chosenRate(own)}) as chosen
      where invoices.organisation_id = ${own.organisationId} and ${isUnconverted(own)} and ${which}
    ), of_lines as materialized (
      select l.invoice_id, l.number, ${columns(
        parts
          .flatMap(({ net, beside }) => [net, ...beside])
          .map(({ name, of }) => named(sql`${of} * converting.factor`, `exact_${name}`)),
      )}
      from converting join invoice_lines l on l.organisation_id = ${own.organisationId} and l.invoice_id = converting.id
    ), rounded as (
      select *, ${columns(names.map((name) => named(whole(exact(name)), `rounded_${name}`)))} from of_lines
    ), summed as (
      select *, ${columns(parts.flatMap(leftOver))} from rounded window invoice as (partition by invoice_id)
    ), placed as (
      select *, ${columns(names.map(place))} from summed
    ), shares as materialized (
      select invoice_id, number, ${columns([...names.map((name) => spread(own, name)), ...more])} from placed
    )
    select * from shares
  )`
}
