// What an invoice comes to in the currency of the organisation that pays, for people of that organisation.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { chosenRate, convertedLines, convertedSums, rateDayOf } from './converted.ts'
import type { RateSource } from './exchange-rate.ts'
import { type OwnMoney, readOwnMoney } from './own-money.ts'

/** The amounts of a line; decimal text. The approved ones since the approval. */
export interface OwnLine {
  readonly amount: string
  readonly tax: string
  readonly approvedAmount: string | null
  readonly approvedTax: string | null
}

/** The rate that applies, and what the invoice comes to. */
export interface Converted {
  readonly rate: string
  readonly rateDate: string
  readonly source: RateSource
  /** Since the approval: a rate that is corrected changes nothing. */
  readonly frozen: boolean
  readonly net: string
  readonly tax: string
  readonly approvedNet: string | null
  readonly approvedTax: string | null
  /** Without tax, with what of the tax is not recoverable. */
  readonly cost: string
  readonly approvedCost: string | null
  /** By the numbers of the lines. */
  readonly lines: ReadonlyMap<number, OwnLine>
}

export interface OwnAmounts {
  readonly currency: string
  /** Null where the rate is missing. */
  readonly converted: Converted | null
  /** The day whose rate is missing. */
  readonly missingOn: string | null
}

interface OfInvoice {
  readonly organisationId: number
  readonly id: number
  readonly currency: string
  readonly isApproved: boolean
}

/**
 * The amounts of an invoice that was fetched through access.ts; undefined for one in the own currency, and where no
 * rates are kept and none was frozen.
 */
export async function readOwnAmounts(
  db: Reader,
  invoice: OfInvoice,
  now: Date,
): Promise<OwnAmounts | undefined> {
  const own = await readOwnMoney(db, invoice.organisationId, now)
  if (own.currency === invoice.currency) return undefined
  const found = await readSums(db, own, invoice.id)
  const { currency } = own
  if (!found.frozen && own.rateDay === 'None') return undefined
  // an approved invoice without amounts misses its rate until missing rates are applied
  const isMissing = found.rate === null || (invoice.isApproved && !found.frozen)
  if (isMissing) return { currency, converted: null, missingOn: found.day }
  const { day: _, rate, ...sums } = found
  const lines = await readLines(db, own, { id: invoice.id, frozen: found.frozen })
  return { currency, converted: { ...sums, rate: rate ?? '', lines }, missingOn: null }
}

type Sums = Omit<Converted, 'lines' | 'rate'> & { readonly rate: string | null; readonly day: string | null }

async function readSums(db: Reader, own: OwnMoney, id: number): Promise<Sums> {
  const sums = convertedSums(own, sql`chosen.rate`)
  const kept = (column: string, live: RawBuilder<unknown>) =>
    sql`case when is_kept then ${sql.ref(`invoices.${column}`)} else ${live} end`
  // not through access.ts: an invoice that was fetched there
  const { rows } = await sql<Sums>`
    select is_kept as frozen, ${rateDayOf(own)}::text as day, ${kept('exchange_rate', sql`chosen.rate`)} as rate,
      (${kept('exchange_rate_on', sql`chosen.starts_on`)})::text as "rateDate",
      ${kept('exchange_rate_source', sql`chosen.source`)} as source, ${kept('own_net', sums.net)} as net,
      ${kept('own_tax', sums.tax)} as tax, ${kept('own_approved_net', sums.approvedNet)} as "approvedNet",
      ${kept('own_approved_tax', sums.approvedTax)} as "approvedTax",
      ${kept('own_net', sums.net)} + coalesce(${kept('own_nonrecoverable_tax', sums.nonRecoverableTax)}, 0) as cost,
      ${kept('own_approved_net', sums.approvedNet)}
        + coalesce(${kept('own_approved_nonrecoverable_tax', sums.approvedNonRecoverableTax)}, 0) as "approvedCost"
    from invoices
    cross join lateral (select invoices.own_currency is not distinct from ${own.currency} as is_kept) k
    left join lateral (${chosenRate(own)}) as chosen on true
    where invoices.organisation_id = ${own.organisationId} and invoices.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no invoice ${id}`)
  return row
}

interface LinesOf {
  readonly id: number
  readonly frozen: boolean
}

async function readLines(
  db: Reader,
  own: OwnMoney,
  { id, frozen }: LinesOf,
): Promise<ReadonlyMap<number, OwnLine>> {
  const from = frozen
    ? sql`invoice_lines where organisation_id = ${own.organisationId} and invoice_id = ${id}`
    : sql`${convertedLines(own, sql`invoices.id = ${id}`)} as c`
  const approved = (column: string) => (frozen ? sql.ref(column) : sql`null`)
  const { rows } = await sql<OwnLine & { readonly number: number }>`
    select number, own_amount as amount, own_tax as tax, ${approved('own_approved_amount')} as "approvedAmount",
      ${approved('own_approved_tax')} as "approvedTax" from ${from}`.execute(db)
  return new Map(rows.map(({ number, ...line }) => [number, line]))
}
