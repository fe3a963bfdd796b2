// What is unbilled on a matter by the phases of its budget: an amount for each, and one for all else.
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { useFormat } from '../../components/format-context.ts'
import { phaseLabel } from '../matters/money/phases.ts'
import classes from './accruals.module.css'
import { unbilledTexts as texts } from './texts.ts'

/** An amount for a phase, null while there is none. */
export interface PhaseTyped {
  readonly phase: string | null
  readonly amount: number | null
}

interface Props {
  readonly matter: string
  readonly currency: string
  readonly phases: readonly PhaseTyped[]
  readonly onChange: (phases: readonly PhaseTyped[]) => void
}

/** The phases that are offered, with what is stated of them. */
export function offeredPhases(
  budgetPhases: readonly string[],
  stated: readonly { readonly phase?: string | null | undefined; readonly amount: number }[],
): readonly PhaseTyped[] {
  const names = [...budgetPhases, ...stated.flatMap(({ phase }) => phase ?? [])]
  return [...[...new Set(names)].toSorted(), null].map((phase) => ({
    phase,
    amount: stated.find((each) => (each.phase ?? null) === phase)?.amount ?? null,
  }))
}

export function PhaseAmounts({ matter, currency, phases, onChange }: Props) {
  const format = useFormat()
  const sum = phases.reduce((total, { amount }) => total + (amount ?? 0), 0)
  return (
    <div className={classes.phases}>
      {phases.map(({ phase, amount }) => {
        const label = phase === null ? texts.allElse : phaseLabel(phase)
        return (
          <div key={phase ?? ''} className={classes.phase}>
            <span aria-hidden="true">{label}</span>
            <AmountInput
              aria-label={texts.phaseOf(matter, label)}
              rightSection={currency}
              rightSectionWidth={52}
              decimalScale={4}
              min={0}
              value={amount}
              onChange={(value) =>
                onChange(phases.map((each) => (each.phase === phase ? { phase, amount: value } : each)))
              }
            />
          </div>
        )
      })}
      <span className={classes.quiet}>{texts.together(format.money(sum, currency))}</span>
    </div>
  )
}
