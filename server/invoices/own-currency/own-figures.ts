// Invoices and their lines in reports, with what they come to in the own currency: what approvals have frozen, and what
// the others come to at the rate that applies now. An invoice without a rate blocks every figure that it is in.
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { type FigureBase, figureBase } from '../../platform/lists/figure-rows.ts'
import type { Join } from '../../platform/lists/joins.ts'
import type { InOwnCurrency } from '../../platform/lists/report-list.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { invoicesHiddenFrom, invoicesVisibleTo, linesOf } from '../access.ts'
import { lineMeasures } from '../line-measures.ts'
import { type CodeAmounts, invoiceMeasures, isBilled } from '../measures.ts'
import { lineTaxAmounts, netAmounts, settlement, taxAmounts } from '../net-amounts.ts'
import {
  chosenRate,
  converted,
  convertedLines,
  convertedNets,
  convertedSums,
  isUnconverted,
} from './converted.ts'
import { type OwnMoney, readOwnMoney } from './own-money.ts'

type Invoices = ReturnType<typeof invoicesVisibleTo>

const { billed, approved, billedTax, approvedTax, isApproved } = netAmounts()
const { paid, remaining } = settlement()

/** SQL over invoices: what is billed in another currency and not approved, and is converted while it is read. */
const isLive = (own: OwnMoney) => sql<SqlBool>`(${isUnconverted(own)} and ${isBilled} and not ${isApproved})`

/** Invoices with the rate that applies to those which are not approved. */
const withRate = (invoices: Invoices, own: OwnMoney) =>
  invoices.leftJoinLateral(
    sql<{ rate: string }>`(select c.rate from (${chosenRate(own)}) as c where ${isLive(own)})`.as('chosen'),
    (join) => join.onTrue(),
  )

/** Measures of lines that no tax is in. */
const netMeasures: readonly string[] = [
  'count',
  'billed',
  'approved',
  'pending',
  'reduced',
  'hours',
  'fees',
  'blendedRate',
  'approvedRate',
]

/** Lines of invoices, those that meet some conditions. */
interface Lines {
  readonly invoices: Invoices
  /** What converts them. */
  readonly convert: typeof convertedLines
  readonly conditions: readonly Expression<SqlBool>[]
  readonly joins: readonly Join[]
}

/**
 * Lines with what those of invoices come to that are not approved. Of these, invoices are converted that have a line
 * which is asked for: with all of their lines, since the rounding is spread over them.
 */
function ownLineBase(own: OwnMoney, lines: Lines): FigureBase {
  const { invoices, convert, conditions, joins } = lines
  const asked = conditions.reduce((rows, condition) => rows.where(condition), linesOf(invoices))
  const isAsked = sql<SqlBool>`invoices.id in ${asked.where(isLive(own)).select('invoices.id')}`
  return {
    where: (condition) => ownLineBase(own, { ...lines, conditions: [...conditions, condition] }),
    joined: (more) => ownLineBase(own, { ...lines, joins: [...joins, ...more] }),
    select: (columns) => {
      const rows = asked.leftJoin(
        sql<LiveLine>`${convert(own, sql<SqlBool>`(${isLive(own)} and ${isAsked})`)}`.as('live'),
        (join) =>
          join
            .onRef('live.invoice_id', '=', 'invoice_lines.invoice_id')
            .onRef('live.number', '=', 'invoice_lines.number'),
      )
      return figureBase(rows).joined(joins).select(columns)
    },
  }
}

interface LiveLine {
  readonly invoice_id: number
  readonly number: number
}

/** SQL: an amount as it is billed in the own currency, as it was frozen, or as it is converted now. */
const owned =
  (own: OwnMoney, table: 'invoices' | 'invoice_lines') =>
  (asBilled: RawBuilder<unknown>, column: string, live: RawBuilder<unknown>) =>
    sql`(case when invoices.currency = ${own.currency} then ${asBilled}
      when invoices.own_currency = ${own.currency} then ${sql.ref(`${table}.${column}`)}
      when not ${isApproved} then ${live} end)`

/** SQL over invoices: fees in the own currency, converted once: at the frozen rate, or at the one that applies now. */
const ownFees = (own: OwnMoney, fees: RawBuilder<unknown>) =>
  sql`(case when invoices.currency = ${own.currency} then ${fees}
    else ${converted(
      own,
      fees,
      sql`(case when invoices.own_currency = ${own.currency} then invoices.exchange_rate
      when not ${isApproved} then chosen.rate end)`,
    )} end)`

/** SQL: an amount of an approved invoice in the own currency, at the rate that the approval has frozen. */
const atFrozenRate = (own: OwnMoney, amount: RawBuilder<unknown>) =>
  sql`(case when invoices.currency = ${own.currency} then ${amount}
    when invoices.own_currency = ${own.currency} then ${converted(own, amount, sql`invoices.exchange_rate`)} end)`

const shared = (own: OwnMoney) => ({
  currency: own.currency,
  billedIn: sql<string>`invoices.currency`,
  counted: sql<number>`invoices.id`,
  missingIn: 'invoices',
  missingFilter: missingRateFilter,
})

/** A $filter of the list of invoices. */
export const missingRateFilter = (currency: string) =>
  `OwnCurrency/MissingRate eq true and Currency eq '${currency}'`

/** What follows from tax codes; nothing of what was frozen before there were any. */
function ownOfCodes(
  of: ReturnType<typeof owned>,
  amounts: CodeAmounts,
  live: Pick<CodeAmounts, 'reverseChargeTax' | 'nonRecoverableTax'>,
): CodeAmounts {
  const kept = (asBilled: RawBuilder<unknown>, column: string, now: RawBuilder<unknown> = sql`null`) =>
    sql`coalesce(${of(asBilled, column, now)}, 0)`
  return {
    reverseChargeTax: kept(amounts.reverseChargeTax, 'own_reverse_charge_tax', live.reverseChargeTax),
    nonRecoverableTax: kept(amounts.nonRecoverableTax, 'own_nonrecoverable_tax', live.nonRecoverableTax),
    approvedReverseChargeTax: kept(amounts.approvedReverseChargeTax, 'own_approved_reverse_charge_tax'),
    approvedNonRecoverableTax: kept(amounts.approvedNonRecoverableTax, 'own_approved_nonrecoverable_tax'),
    approvedWithheld: kept(amounts.approvedWithheld, 'own_approved_withheld'),
  }
}

/** Invoices in the currency of the actor's organisation. */
export async function ownInvoices(
  db: Reader,
  actor: Actor,
  { now }: { readonly now: Date },
): Promise<InOwnCurrency> {
  const own = await readOwnMoney(db, actor.organisationId, now)
  const live = convertedSums(own, sql`chosen.rate`)
  const of = owned(own, 'invoices')
  return {
    ...shared(own),
    measures: invoiceMeasures({
      net: of(billed, 'own_net', live.net),
      approvedNet: of(approved, 'own_approved_net', sql`null`),
      tax: of(billedTax, 'own_tax', live.tax),
      approvedTax: of(approvedTax, 'own_approved_tax', sql`null`),
      fees: ownFees(own, sql`invoices.fees`),
      approvedFees: atFrozenRate(own, sql`invoices.approved_fees`),
      paid: atFrozenRate(own, paid),
      remaining: sql`(${atFrozenRate(own, sql`(${paid} + ${remaining})`)} - ${atFrozenRate(own, paid)})`,
      ofCodes: ownOfCodes(of, taxAmounts(), live),
      isMissing: sql<SqlBool>`(${isUnconverted(own)} and (${isApproved} or chosen.rate is null))`,
    }),
    seen: (reader, who) => figureBase(withRate(invoicesVisibleTo(reader, who), own)),
    hidden: (reader, who) => figureBase(withRate(invoicesHiddenFrom(reader, who), own)),
  }
}

/** SQL: what was approved of an invoice, without tax, in the own currency; null where its rate is missing. */
export const ownApproved = (own: OwnMoney): RawBuilder<unknown> =>
  owned(own, 'invoices')(approved, 'own_approved_net', sql`null`)

/** Lines of invoices in the currency of the actor's organisation. */
export async function ownLines(
  db: Reader,
  actor: Actor,
  { now, measures }: { readonly now: Date; readonly measures: readonly string[] },
): Promise<InOwnCurrency> {
  const own = await readOwnMoney(db, actor.organisationId, now)
  const convert = measures.every((name) => netMeasures.includes(name)) ? convertedNets : convertedLines
  const rowsOf = (invoices: Invoices) => ownLineBase(own, { invoices, convert, conditions: [], joins: [] })
  const of = owned(own, 'invoice_lines')
  const line = (column: string) => sql.ref(`invoice_lines.${column}`)
  return {
    ...shared(own),
    measures: lineMeasures({
      net: of(line('amount'), 'own_amount', sql`live.own_amount`),
      approvedNet: of(
        sql`coalesce(${line('approved_amount')}, ${line('amount')})`,
        'own_approved_amount',
        sql`null`,
      ),
      tax: of(line('tax'), 'own_tax', sql`live.own_tax`),
      approvedTax: of(sql`coalesce(${line('approved_tax')}, ${line('tax')})`, 'own_approved_tax', sql`null`),
      ofCodes: ownOfCodes(of, lineTaxAmounts, {
        reverseChargeTax: sql`live.own_reverse_charge_tax`,
        nonRecoverableTax: sql`live.own_nonrecoverable_tax`,
      }),
      isMissing: sql<SqlBool>`(${isUnconverted(own)} and (${isApproved} or live.invoice_id is null))`,
    }),
    seen: (reader, who) => rowsOf(invoicesVisibleTo(reader, who)),
    hidden: (reader, who) => rowsOf(invoicesHiddenFrom(reader, who)),
  }
}
