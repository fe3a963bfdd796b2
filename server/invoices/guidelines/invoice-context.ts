// What rules need to know beyond an invoice: the matter's days, what the same firm has billed before, the budget.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { differenceOf, sumOf } from '../../platform/decimal.ts'
import { type AgreedFee, linesOf, listAgreedFees } from '../arrangements/agreed-fees.ts'
import { type VolumeBefore, volumeBefore } from '../arrangements/fees-of-year.ts'
import { leftFor } from '../budgets/matter-money.ts'
import { atRate } from '../budgets/plan-rate.ts'
import { agreedRateOf, rateBook } from '../rates/agreed-rate.ts'
import { listFirmRates } from '../rates/write-rates.ts'
import { hoursOf, isWork, wordsOf } from './reading.ts'
import type { EarlierLine, GuidedInvoice, GuidedLine, GuidelineContext } from './rule.ts'

/** The invoice that is checked, stored or not. */
export interface CheckedFor {
  readonly organisationId: number
  readonly matterId: number
  /** Of an invoice that is stored. */
  readonly id: number | null
  readonly firmId: number | null
  readonly vendorName: string | null
}

/** Invoices of the same file that come before: they are not stored yet. */
export interface Preceding {
  readonly hours: Map<string, number>
  readonly lines: Map<string, EarlierLine[]>
  /** What is billed of what is agreed, by arrangement and phase, or fiscal year. */
  readonly fees: Map<string, string>
}

/** Nothing comes before. */
export const nothingPreceding = (): Preceding => ({
  hours: new Map(),
  lines: new Map(),
  fees: new Map(),
})

const dayKey = (who: string, day: string) => `${day} ${who}`
const workKey = (who: string, day: string, hours: number) => `${day} ${hours} ${who}`

/** Adds the work of an invoice to what comes before the next one. */
export function addPreceding(preceding: Preceding, number: string, lines: readonly GuidedLine[]): void {
  for (const line of lines) {
    const { who, workDate, hours, words } = line
    if (!isWork(line) || who === null || workDate === null) continue
    const key = dayKey(who, workDate)
    preceding.hours.set(key, (preceding.hours.get(key) ?? 0) + hours)
    const same = preceding.lines.get(workKey(who, workDate, hours)) ?? []
    preceding.lines.set(workKey(who, workDate, hours), same)
    if (same.length < mostCompared) same.push({ invoiceNumber: number, words })
  }
}

// as many earlier lines of one timekeeper, day and hours are compared
const mostCompared = 20

interface Looking {
  readonly checked: CheckedFor
  readonly invoice: GuidedInvoice
  readonly now: Date
  /** The names of the rules that are on: what none of them needs is not looked up. */
  readonly rules: ReadonlySet<string>
  readonly preceding: Preceding
}

/** The context of an invoice for these rules. */
export async function contextOf(db: Reader, looking: Looking): Promise<GuidelineContext> {
  const { rules, preceding } = looking
  const days = await daysOf(db, looking)
  const hours = rules.has('hoursPerDay') ? await hoursElsewhere(db, looking) : new Map<string, number>()
  const lines = rules.has('duplicates') ? await linesElsewhere(db, looking) : new Map<string, EarlierLine[]>()
  const agreedFees = feeRules.some((name) => rules.has(name)) ? await agreedFeesFor(db, looking) : []
  return {
    today: days.today,
    matter: { openedOn: days.opened_on, closedOn: days.closed_on },
    hoursElsewhere: (who, day) =>
      (hours.get(dayKey(who, day)) ?? 0) + (preceding.hours.get(dayKey(who, day)) ?? 0),
    linesElsewhere: (who, day, units) => {
      const key = workKey(who, day, units)
      return [...(lines.get(key) ?? []), ...(preceding.lines.get(key) ?? [])]
    },
    agreedFees,
    volume: rules.has('volumeDiscount') ? await volumeFor(db, looking) : undefined,
    available: rules.has('overBudget') ? await availableFor(db, looking) : undefined,
    ...(ratedRules.some((name) => rules.has(name))
      ? await agreedFor(db, looking, agreedFees)
      : nothingAgreed),
  }
}

// those that read what an hour is agreed at
const ratedRules = ['rateAboveAgreed', 'timekeeperNotAgreed', 'travel']
// those that read what fees are fixed or capped: no hour is agreed of what is billed as one
const feeRules = [
  'earlySuccessFee',
  'hourlyInFixedFee',
  'overCap',
  'overFixedFee',
  'overSuccessFee',
  ...ratedRules,
]

async function agreedFeesFor(db: Reader, { checked, invoice: { currency }, preceding }: Looking) {
  const { organisationId, matterId, firmId, id } = checked
  if (firmId === null) return []
  const fees = await listAgreedFees(
    db,
    { organisationId, id: matterId },
    { firmId, currency, without: id ?? 0 },
  )
  return fees.map((fee) => ({ ...fee, billed: sumOf([fee.billed, preceding.fees.get(feeKey(fee)) ?? '0']) }))
}

const feeKey = ({ id, phase }: AgreedFee) => `${id} ${phase ?? ''}`

async function volumeFor(db: Reader, { checked, invoice, preceding }: Looking) {
  const { organisationId, firmId, id } = checked
  const { currency, invoiceDate } = invoice
  if (firmId === null) return undefined
  const volume = await volumeBefore(db, { organisationId, firmId, currency }, { id, invoiceDate })
  if (!volume) return undefined
  const earlier = preceding.fees.get(yearKey(volume)) ?? '0'
  return { ...volume, before: sumOf([volume.before, earlier]) }
}

const yearKey = ({ id, year }: VolumeBefore) => `${id} year from ${year.from}`

/** Adds what an invoice bills of what is agreed to what comes before the next one. */
export function addPrecedingFees(
  preceding: Preceding,
  { lines, invoiceDate }: GuidedInvoice,
  { agreedFees: agreed, volume }: Pick<GuidelineContext, 'agreedFees' | 'volume'>,
): void {
  for (const fee of agreed) {
    const own = linesOf(lines, fee, { all: agreed, invoiceDate }).map(({ amount }) => amount)
    const key = feeKey(fee)
    if (own.length > 0) preceding.fees.set(key, sumOf([preceding.fees.get(key) ?? '0', ...own]))
  }
  if (!volume) return
  const key = yearKey(volume)
  const fees = lines.filter(({ kind }) => kind === 'Fee').map(({ amount }) => amount)
  preceding.fees.set(key, sumOf([preceding.fees.get(key) ?? '0', ...fees]))
}

const nothingAgreed = { agreedRates: new Map<number, string>(), hasAgreedRates: false }

/** The rates agreed with the firm for the lines. */
async function agreedFor(
  db: Reader,
  { checked, invoice }: Looking,
  fees: readonly AgreedFee[],
): Promise<typeof nothingAgreed> {
  const { organisationId, firmId, matterId } = checked
  if (firmId === null) return nothingAgreed
  const all = await listFirmRates(db, { organisationId, firmId })
  const rates = all.filter(({ currency }) => currency === invoice.currency)
  const book = rateBook(
    rates,
    fees.map((fee) => ({ ...fee, matterId })),
  )
  const agreedRates = new Map(
    invoice.lines.flatMap((line): [number, string][] => {
      const agreed = agreedRateOf(book, { ...line, matterId, day: line.workDate ?? invoice.invoiceDate })
      return agreed === undefined ? [] : [[line.number, agreed.rate]]
    }),
  )
  return { agreedRates, hasAgreedRates: rates.length > 0 }
}

interface Days {
  readonly today: string
  readonly opened_on: string
  readonly closed_on: string | null
}

async function daysOf(db: Reader, { checked, now }: Looking): Promise<Days> {
  // not through access.ts: the invoice, or what is to become one, was checked with its matter
  const { rows } = await sql<Days>`
    select to_char(${now}::timestamptz at time zone o.time_zone, 'YYYY-MM-DD') as today,
      to_char(m.created_at at time zone o.time_zone, 'YYYY-MM-DD') as opened_on,
      to_char(m.closed_at at time zone o.time_zone, 'YYYY-MM-DD') as closed_on
    from matters m join organisations o on o.id = m.organisation_id
    where m.organisation_id = ${checked.organisationId} and m.id = ${checked.matterId}`.execute(db)
  const [days] = rows
  if (!days) throw new Error('The matter of an invoice is missing')
  return days
}

/** Lines of work with somebody and a day. */
const workIn = ({ lines }: GuidedInvoice) =>
  lines.flatMap((line) =>
    isWork(line) && line.who !== null && line.workDate !== null
      ? [{ who: line.who, day: line.workDate, quantity: line.quantity }]
      : [],
  )

// not through access.ts: what is counted counts on matters that the reader may not see, and is shown as sums
/** In SQL, the work of other invoices of the same firm that were posted, joined with what is looked for as `k`. */
const otherWork = ({ organisationId, id, firmId, vendorName }: CheckedFor) => sql`
  join invoice_lines l on l.organisation_id = ${organisationId} and l.work_date = k.day
    and lower(coalesce(nullif(btrim(l.timekeeper_number), ''), btrim(l.timekeeper))) = k.who
    and l.kind = 'Fee' and l.amount > 0
  join invoices i on i.organisation_id = l.organisation_id and i.id = l.invoice_id
    and i.status in ('Posted', 'InReview', 'Approved', 'Paid') and i.id <> ${id ?? 0}
    and ${firmId === null ? sql`i.vendor_name = ${vendorName}` : sql`i.service_provider_id = ${firmId}`}`

async function hoursElsewhere(db: Reader, { checked, invoice }: Looking) {
  const keys = new Map(workIn(invoice).map((each) => [dayKey(each.who, each.day), each]))
  if (keys.size === 0) return new Map<string, number>()
  const sought = [...keys.values()]
  const { rows } = await sql<{ who: string; day: string; hours: string }>`
    select k.who, k.day::text as day, sum(l.quantity)::text as hours
    from unnest(${sought.map(({ who }) => who)}::text[], ${sought.map(({ day }) => day)}::date[]) as k (who, day)
    ${otherWork(checked)} group by k.who, k.day`.execute(db)
  return new Map(rows.map(({ who, day, hours }) => [dayKey(who, day), hoursOf(hours)]))
}

async function linesElsewhere(db: Reader, { checked, invoice }: Looking) {
  const keys = new Map(
    workIn(invoice).map((each) => [workKey(each.who, each.day, hoursOf(each.quantity)), each]),
  )
  const found = new Map<string, EarlierLine[]>()
  if (keys.size === 0) return found
  const sought = [...keys.values()]
  const { rows } = await sql<{
    who: string
    day: string
    quantity: string
    number: string | null
    description: string
  }>`
    select k.who, k.day::text as day, l.quantity::text as quantity, l.description,
      case when i.matter_id = ${checked.matterId} then i.number end as number
    from unnest(${sought.map(({ who }) => who)}::text[], ${sought.map(({ day }) => day)}::date[],
      ${sought.map(({ quantity }) => quantity)}::numeric[]) as k (who, day, quantity)
    ${otherWork(checked)} where l.quantity = k.quantity order by l.invoice_id, l.number limit ${mostRows}`.execute(
    db,
  )
  for (const { who, day, quantity, number, description } of rows) {
    const key = workKey(who, day, hoursOf(quantity))
    const same = found.get(key) ?? []
    found.set(key, same)
    if (same.length < mostCompared) same.push({ invoiceNumber: number, words: wordsOf(description) })
  }
  return found
}

const mostRows = 5_000

/**
 * What the budget leaves for the invoice in its currency, without its tax; undefined without a budget, and where its
 * rate is missing.
 */
async function availableFor(db: Reader, { checked, invoice, now }: Looking) {
  const { currency, digits, invoiceDate, lines } = invoice
  const matter = { organisationId: checked.organisationId, id: checked.matterId }
  const left = await leftFor(db, matter, { invoiceDate, currency, now, without: checked.id ?? 0 })
  if (!left?.rate || left.row.available === null) return undefined
  const { rate, per } = left.rate
  const available = atRate([left.row.available], { rate: per, per: rate, digits }).whole
  const tax = left.plan.includesTax ? sumOf(lines.map((line) => line.tax)) : '0'
  return differenceOf(available, tax)
}
