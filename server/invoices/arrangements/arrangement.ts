// Fee arrangements: what is agreed with a law firm on its fees beside rates. Terms, and the formulas that depend on
// nothing else; docs/money.md has them with examples.
//
// arrangement on a matter with a firm, or where its kind allows it on all matters
// fixed fee   an amount for all work on a matter, or by phases or milestones
// part        what of a fixed fee is for a phase or a milestone; without parts the whole fee is one
// share       a part with what is billed of it; milestones are one share, which invoices use up in their order
// fee line    a fee that names neither timekeeper nor class, or the number that the arrangement is billed as
// billed      what fee lines come to on invoices that are posted, in review, approved or paid, without tax
// committed   what of a fixed fee is not billed, never below 0
// success fee due once a success is recorded (success.ts); what is not billed is committed from then on, not before
// cap         the most that hours come to: hourly fees, which name somebody, count as approved, or before as billed
// volume      a discount that grows with the fees of a firm on all matters in a fiscal year (volume.ts); its amount is
//             that of the highest tier
// retainer    money that is paid in advance (retainer.ts); its amount is what the firm is to hold
import { compareDecimals, differenceOf, sumOf } from '../../platform/decimal.ts'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import type { Outcome, SuccessTerms } from './success.ts'
import type { Tier, Volume } from './volume.ts'

export const arrangementKinds = ['Fixed', 'Capped', 'Success', 'Volume', 'Retainer'] as const
export type ArrangementKind = (typeof arrangementKinds)[number]
/** Kinds of which what is not billed is committed. */
export const committingKinds: readonly ArrangementKind[] = ['Fixed', 'Success']
/** Those that can be for all matters of a firm, and those that can be for one. */
export const generalKinds: readonly ArrangementKind[] = ['Volume', 'Retainer']
export const matterKinds: readonly ArrangementKind[] = ['Fixed', 'Capped', 'Success', 'Retainer']

/** A part of a fixed fee: for a phase, or a milestone, which has no phase. */
export interface FeePart {
  readonly name: string | null
  /** Such as L300; of all parts or of none. */
  readonly phase: string | null
  /** Decimal text without tax. */
  readonly amount: string
  /** When it is expected to be billed. */
  readonly dueOn: string | null
}

/** What is agreed. Days such as `2026-05-06`. */
export interface Terms {
  /** What it is for. */
  readonly title: string
  /** Decimal text without tax; the sum of the parts, where there are any; of a fee in percent its maximum, or 0. */
  readonly amount: string
  readonly parts: readonly FeePart[]
  /** Of a discount by volume, the lowest first; none of other kinds. */
  readonly tiers: readonly Tier[]
  /** Of a success fee; null for other kinds. */
  readonly success: SuccessTerms | null
  /** The number of a timekeeper under which the firm bills it. */
  readonly billedAs: string | null
  /** The first and the last day of the work that it is for; null where it is open. */
  readonly from: string | null
  readonly to: string | null
}

/** A version of an arrangement. */
export interface ArrangementVersion extends Omit<Terms, 'amount'> {
  /** Counts the changes from 1. */
  readonly version: number
  /** Null where it was taken away. */
  readonly amount: string | null
  readonly reason: string | null
  readonly by: ShownPerson
  readonly at: Date
}

export interface Share {
  /** Null for the whole fee. */
  readonly phase: string | null
  /** What can be billed; of a success fee what is due. */
  readonly amount: string
  readonly billed: string
  /** What may still become due of a success fee; null where that is not known. 0 for other kinds. */
  readonly contingent: string | null
}

export interface Arrangement {
  readonly id: number
  readonly kind: ArrangementKind
  readonly customer: { readonly id: number; readonly name: string }
  readonly firm: { readonly id: number; readonly name: string }
  /** Null for all matters. */
  readonly matterId: number | null
  readonly currency: string
  /** The latest first. */
  readonly versions: readonly ArrangementVersion[]
  /** Empty where it was taken away. */
  readonly shares: readonly Share[]
  /** What is left of a retainer, decimal text; null for other kinds. */
  readonly balance: string | null
  /** Of a success fee, the latest first; empty while it is open, and for other kinds. */
  readonly outcomes: readonly Outcome[]
  /** Of a discount by volume where it is read for the current year; null for other kinds. */
  readonly volume: Volume | null
}

/** What may still become due of success fees, decimal text; null where it is not known of one of them. */
export const contingentOf = (shares: readonly Pick<Share, 'contingent'>[]): string | null =>
  shares.reduce<string | null>(
    (sum, { contingent }) => (sum === null || contingent === null ? null : sumOf([sum, contingent])),
    '0',
  )

/** What of a share is not billed; never below 0. */
const committedOf = ({ amount, billed }: Pick<Share, 'amount' | 'billed'>): string =>
  compareDecimals(billed, amount) >= 0
    ? '0'
    : compareDecimals(billed, '0') < 0
      ? amount
      : differenceOf(amount, billed)

/** What of a fixed or a success fee is billed, not billed, and billed beyond it. Decimal texts. */
export function figuresOf(shares: readonly Pick<Share, 'amount' | 'billed'>[]) {
  const billed = sumOf(shares.map((each) => each.billed))
  const over = sumOf(
    shares.map((each) =>
      compareDecimals(each.billed, each.amount) > 0 ? differenceOf(each.billed, each.amount) : '0',
    ),
  )
  return { billed, committed: sumOf(shares.map(committedOf)), over }
}

/** The parts of a fixed fee with what is billed of each: phases by their work, milestones in their order. */
export function billedParts(
  parts: readonly FeePart[],
  shares: readonly Share[],
): readonly (FeePart & { readonly billed: string })[] {
  let left = sumOf(shares.filter(({ phase }) => phase === null).map(({ billed }) => billed))
  return parts.map((part, index) => {
    if (part.phase !== null) {
      return { ...part, billed: shares.find(({ phase }) => phase === part.phase)?.billed ?? '0' }
    }
    // what is beyond all milestones is shown with the last
    const isLast = index === parts.length - 1
    const billed = isLast || compareDecimals(left, part.amount) < 0 ? left : part.amount
    left = differenceOf(left, billed)
    return { ...part, billed }
  })
}

/** Whether two versions agree the same, however their amounts are written. */
export function isSameTerms(a: Terms, b: Terms): boolean {
  const plain = ({ title, billedAs, from, to, success }: Terms) =>
    JSON.stringify([title, billedAs, from, to, success?.condition, success?.latestOn])
  const limits = ({ success }: Terms) => [success?.percent, success?.minimum, success?.maximum]
  const isSamePart = (part: FeePart, other: FeePart | undefined) =>
    part.name === other?.name &&
    part.phase === other.phase &&
    part.dueOn === other.dueOn &&
    compareDecimals(part.amount, other.amount) === 0
  const isSameTier = (tier: Tier, other: Tier | undefined) =>
    other !== undefined &&
    compareDecimals(tier.from, other.from) === 0 &&
    compareDecimals(tier.percent, other.percent) === 0
  return (
    plain(a) === plain(b) &&
    limits(a).every((limit, index) => isSameDecimal(limit, limits(b)[index])) &&
    compareDecimals(a.amount, b.amount) === 0 &&
    a.tiers.length === b.tiers.length &&
    a.tiers.every((tier, index) => isSameTier(tier, b.tiers[index])) &&
    a.parts.length === b.parts.length &&
    a.parts.every((part, index) => isSamePart(part, b.parts[index]))
  )
}

const isSameDecimal = (a: string | null | undefined, b: string | null | undefined): boolean =>
  typeof a === 'string' && typeof b === 'string' ? compareDecimals(a, b) === 0 : (a ?? null) === (b ?? null)
