// Accruals by phase of the work: what a firm states by phase, and what of each phase was not billed since. The phases
// always come to the accrual of the matter.
import { compareDecimals, differenceOf, shareOut, sumOf } from '../../platform/decimal.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { accrualOf } from './accrual.ts'

/** An amount for a phase such as L300; without one for all else. Decimal text. */
export interface PhaseAmount {
  readonly phase: string | null
  readonly amount: string
}

interface Basis {
  readonly currency: string
  readonly basis: string
  /** By phase, where it was stated so; they come to the basis. */
  readonly phases: readonly PhaseAmount[] | null
  /** What was posted since the cut-off, in all and by phase. */
  readonly posted: string
  readonly postedByPhase: Readonly<Record<string, string>>
}

const notBelow = (amount: string) => (compareDecimals(amount, '0') < 0 ? '0' : amount)

/**
 * What is accrued by phase: what of each was not billed. What was posted beyond a phase, or without one, is taken off
 * the others in proportion. Without phases all of it has none. Phases of which nothing is left are not in it.
 */
export function accruedPhases({
  currency,
  basis,
  phases,
  posted,
  postedByPhase,
}: Basis): readonly PhaseAmount[] {
  const accrual = accrualOf(basis, posted)
  if (compareDecimals(accrual, '0') === 0) return []
  if (phases === null) return [{ phase: null, amount: accrual }]
  const withPhase = sumOf(Object.values(postedByPhase))
  const left = phases.map(({ phase, amount }) => {
    const billed = phase === null ? differenceOf(posted, withPhase) : (postedByPhase[phase] ?? '0')
    return notBelow(differenceOf(amount, billed))
  })
  const together = sumOf(left)
  const parts =
    compareDecimals(together, accrual) > 0 ? shareOut(accrual, left, currencyDigits(currency)) : left
  // such as a credit note of a phase that was not stated
  const beyond = notBelow(differenceOf(accrual, together))
  const shared = phases.map(({ phase }, index) => ({ phase, amount: parts[index] ?? '0' }))
  return [
    ...shared.filter(({ phase }) => phase !== null),
    {
      phase: null,
      amount: sumOf([...shared.flatMap((each) => (each.phase === null ? [each.amount] : [])), beyond]),
    },
  ].filter(({ amount }) => compareDecimals(amount, '0') !== 0)
}
