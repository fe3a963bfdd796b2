// What proposed rates change: by how many percent, and what that would cost a year on the hours of the last year.
// docs/money.md has the formula with an example.
import { sql } from 'kysely'
import { bareObject } from '../../platform/bare-object.ts'
import {
  compareDecimals,
  differenceOf,
  productOf,
  quotientOf,
  roundedHalfEven,
  sumOf,
} from '../../platform/decimal.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { addDays, addMonths } from '../../platform/time/local-time.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import { isFeeNumber } from '../arrangements/fee-lines.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { agreedRateOf, type RateBook, rateBook } from './agreed-rate.ts'
import type { ProposedRate } from './proposal.ts'
import { identityOf, type Named, type NewRate } from './rate.ts'
import { listFirmRates, type StoredRate } from './write-rates.ts'

/** The change from the current rate to another. */
export interface RateChange {
  /** Of the current rate, with two digits; null without one. */
  readonly percent: string | null
  /** Hours of the last year times the difference; null without a current rate. */
  readonly yearlyCost: string | null
}

export interface Comparison {
  /** The rate before: agreed for the day before the first, or else what was billed on average; null if neither. */
  readonly currentRate: string | null
  readonly currentFrom: 'Agreed' | 'Billed' | null
  /** Billed in the twelve months before the proposal, for work that the rate would apply to. */
  readonly hours: string
  readonly proposed: RateChange
  readonly counter: RateChange | null
}

interface Asked {
  readonly organisationId: number
  readonly firmId: number
  /** The day of the proposal. */
  readonly day: string
}

/** The comparison of each proposed rate, in their order. */
export async function compareProposal(
  db: Reader,
  asked: Asked,
  rates: readonly ProposedRate[],
): Promise<readonly Comparison[]> {
  const known = await listFirmRates(db, asked)
  const worked = await listWorked(db, asked, { rates, known })
  const before = booksOf(known)
  const after = booksOf([...withoutReplaced(known, rates), ...rates.map(always)])
  // once all of it applies, so that each hour counts for one rate
  const lastStart = rates.reduce((latest, { from }) => (from > latest ? from : latest), '')
  const turn = createYielder()
  const done = new Map<number, { hours: string; billed: string }>()
  for (const work of worked) {
    await turn()
    const rate = answer(after, work, lastStart)
    if (rate === undefined || !('number' in rate)) continue
    const { hours, billed } = done.get(rate.number) ?? { hours: '0', billed: '0' }
    done.set(rate.number, { hours: sumOf([hours, work.hours]), billed: sumOf([billed, work.billed]) })
  }
  return rates.map((rate) => comparisonOf(rate, currentOf(known, before, rate), done.get(rate.number)))
}

/** A proposed rate as if it were open on both sides. */
const always = (rate: ProposedRate): ProposedRate => ({ ...rate, from: '0001-01-01', to: null })

function withoutReplaced(known: readonly StoredRate[], rates: readonly ProposedRate[]) {
  const proposed = new Set(rates.map(identityOf))
  return known.filter((rate) => !proposed.has(identityOf(rate)))
}

/** What is agreed for the day before: for the very same work, or else what applies to it. */
function currentOf(known: readonly StoredRate[], before: Books, rate: ProposedRate): NewRate | undefined {
  const day = addDays(rate.from, -1)
  const identity = identityOf(rate)
  return (
    known.find(
      (one) => one.from <= day && (one.to === null || one.to >= day) && identityOf(one) === identity,
    ) ?? answer(before, rate, day)
  )
}

type Books = Readonly<Record<string, RateBook<NewRate | ProposedRate>>>

/** A book for each currency. */
const booksOf = (rates: readonly (NewRate | ProposedRate)[]): Books =>
  bareObject(
    Object.fromEntries(
      [...Map.groupBy(rates, ({ currency }) => currency)].map(([currency, some]) => [
        currency,
        rateBook(some),
      ]),
    ),
  )

const answer = (books: Books, named: Named & { readonly currency: string }, day: string) => {
  const book = books[named.currency]
  return book && agreedRateOf(book, { ...named, kind: 'Fee', matterId: named.matterId ?? 0, day })
}

function comparisonOf(
  rate: ProposedRate,
  agreed: NewRate | undefined,
  { hours, billed }: { hours: string; billed: string } = { hours: '0', billed: '0' },
): Comparison {
  const average = compareDecimals(hours, '0') > 0 ? quotientOf(billed, hours, 4) : null
  const currentRate = agreed?.rate ?? average
  const changeTo = (to: string): RateChange => {
    if (currentRate === null || compareDecimals(currentRate, '0') <= 0)
      return { percent: null, yearlyCost: null }
    const difference = differenceOf(to, currentRate)
    return {
      percent: quotientOf(productOf(difference, '100'), currentRate, 2),
      yearlyCost: roundedHalfEven(productOf(hours, difference), currencyDigits(rate.currency)),
    }
  }
  return {
    currentRate,
    currentFrom: agreed ? 'Agreed' : average === null ? null : 'Billed',
    hours,
    proposed: changeTo(rate.rate),
    counter: rate.counterRate === null ? null : changeTo(rate.counterRate),
  }
}

interface Worked extends Named {
  readonly currency: string
  readonly hours: string
  readonly billed: string
}

/** The hours of the twelve months before the proposal, by what rates can name. */
async function listWorked(
  db: Reader,
  { organisationId, firmId, day }: Asked,
  { rates, known }: { readonly rates: readonly NewRate[]; readonly known: readonly NewRate[] },
): Promise<readonly Worked[]> {
  const matterIds = [...new Set([...rates, ...known].flatMap(({ matterId }) => matterId ?? []))]
  // not through access.ts: the sums are the same for everybody who answers the proposal
  const { rows } = await sql<Worked>`
    select (case when i.matter_id = any(${matterIds}::bigint[]) then i.matter_id end)::int as "matterId",
      l.timekeeper_number as "timekeeperNumber", l.timekeeper, l.timekeeper_class as "timekeeperClass", i.currency,
      sum(l.quantity)::text as hours, sum(l.quantity * l.unit_price)::text as billed
    from invoices i
    join invoice_lines l on l.organisation_id = i.organisation_id and l.invoice_id = i.id
    where i.organisation_id = ${organisationId} and i.service_provider_id = ${firmId}
      and i.status in ('Posted', 'InReview', 'Approved', 'Paid') and l.kind = 'Fee'
      and (l.approved_amount is null or l.approved_amount <> 0)
      and not ${isFeeNumber(sql.ref('l.timekeeper_number'), 'i')}
      and i.currency = any(${[...new Set(rates.map(({ currency }) => currency))]}::text[])
      and coalesce(l.work_date, i.invoice_date) >= ${addMonths(day, -12)}::date
      and coalesce(l.work_date, i.invoice_date) < ${day}::date
    group by 1, 2, 3, 4, 5`.execute(db)
  return rows
}
