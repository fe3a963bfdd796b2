// Success fees: due once a success is recorded. docs/money.md has examples.
//
// success     what the fee depends on, such as that the claim is dismissed; it succeeded, failed, or is open
// result      what a fee in percent is of, such as what was recovered
// due         the agreed amount, or the percentage of the result between its minimum and its maximum; 0 before
// contingent  what may still become due: the most that the fee can come to while it is open, without what is billed
import { compareDecimals, productOf, roundedHalfEven } from '../../platform/decimal.ts'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'

export const successStates = ['Open', 'Succeeded', 'Failed'] as const
export type SuccessState = (typeof successStates)[number]

/** When a success fee is due. Decimal texts; amounts are without tax. */
export interface SuccessTerms {
  readonly condition: string
  /** Of the result; null where an amount is agreed. */
  readonly percent: string | null
  /** Of a fee in percent. */
  readonly minimum: string | null
  readonly maximum: string | null
  /** The last day on which the success can come, `2026-05-06`. */
  readonly latestOn: string | null
}

/** What became of a success fee, as somebody said it. */
export interface Outcome {
  /** Counts from 1. */
  readonly version: number
  readonly state: SuccessState
  /** Null where a correction made it open again. */
  readonly happenedOn: string | null
  /** What a fee in percent is of. */
  readonly result: string | null
  /** What is due; null unless it succeeded. */
  readonly fee: string | null
  readonly reason: string
  readonly by: ShownPerson
  readonly at: Date
}

/** What a success with this result comes to, half even to the digits. */
export function dueFee(
  { percent, minimum, maximum }: SuccessTerms,
  { amount, result, digits }: { amount: string; result: string | null; digits: number },
): string {
  if (percent === null || result === null) return amount
  const share = roundedHalfEven(productOf(productOf(result, percent), '0.01'), digits)
  if (minimum !== null && compareDecimals(share, minimum) < 0) return minimum
  return maximum !== null && compareDecimals(share, maximum) > 0 ? maximum : share
}

/** Where a success fee stands. */
export const stateOf = ([latest]: readonly Pick<Outcome, 'state'>[]): SuccessState => latest?.state ?? 'Open'
