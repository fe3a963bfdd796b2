// The agreed rate of a line: the one answer to which of a firm's rates applies.
import { type FeeTerms, isOneOfFees } from '../arrangements/fee-lines.ts'
import { type AgreedRate, keysOf, type NewRate } from './rate.ts'

/** A line of an invoice, as far as its rate follows from it. */
export interface RatedLine {
  readonly kind: 'Fee' | 'Disbursement' | 'OtherFee'
  readonly matterId: number
  readonly timekeeperNumber: string | null
  readonly timekeeper: string | null
  readonly timekeeperClass: string | null
  /** The day of the work; of a line without one, that of the invoice. */
  readonly day: string
}

/** A fee that is agreed as a whole on a matter. */
export type FeeBesideRates = FeeTerms & { readonly matterId: number }

/** The rates of one firm in one currency, to be asked for many lines. */
export interface RateBook<Rate extends NewRate> {
  readonly rates: ReadonlyMap<string, readonly Rate[]>
  /** The fees that are agreed beside them, by matter: what is billed as one has no rate. */
  readonly fees: ReadonlyMap<number, readonly FeeTerms[]>
}

/** Arranges rates and fees of one firm and currency, so that each line is answered with a few look-ups. */
export function rateBook<Rate extends NewRate = AgreedRate>(
  rates: readonly Rate[],
  fees: readonly FeeBesideRates[] = [],
): RateBook<Rate> {
  const book = new Map<string, Rate[]>()
  const add = (key: string, rate: Rate) => {
    const known = book.get(key)
    if (known) known.push(rate)
    else book.set(key, [rate])
  }
  for (const rate of rates) {
    const { number, name, class: its } = keysOf(rate)
    add(placeOf(rate.matterId, number === '' ? '' : `#${number}`, its), rate)
    if (number !== '' && name !== '') add(placeOf(rate.matterId, `@${name}`, its), rate)
  }
  return { rates: book, fees: Map.groupBy(fees, ({ matterId }) => matterId) }
}

const placeOf = (matterId: number | null, who: string, its: string) => JSON.stringify([matterId, who, its])

/**
 * The rate that is agreed for the line on its day, or undefined. Of those that apply, one for the matter goes before
 * one for all, then one for the timekeeper before one for the class before one for everybody. A timekeeper whose number
 * the line leaves out is known by name. Lines that are no fees, name nobody and no class, or are billed as a fixed or a
 * success fee that is agreed, have none: they are not time.
 */
export function agreedRateOf<Rate extends NewRate>(
  { rates, fees }: RateBook<Rate>,
  line: RatedLine,
): Rate | undefined {
  const { number, name, class: its } = keysOf(line)
  if (line.kind !== 'Fee' || (number === '' && name === '' && its === '')) return undefined
  if (isOneOfFees(line, fees.get(line.matterId) ?? [])) return undefined
  const who = number === '' ? (name === '' ? '' : `@${name}`) : `#${number}`
  for (const matterId of [line.matterId, null]) {
    for (const [one, another] of [
      [who, its],
      [who, ''],
      ['', its],
      ['', ''],
    ] as const) {
      const applying = (rates.get(placeOf(matterId, one, another)) ?? []).filter(
        ({ from, to }) => from <= line.day && (to === null || line.day <= to),
      )
      // two people of one name: the firm gets the benefit of the doubt
      if (applying.length > 0) return applying.reduce(higher)
    }
  }
  return undefined
}

const higher = <Rate extends NewRate>(a: Rate, b: Rate): Rate => (Number(b.rate) > Number(a.rate) ? b : a)
