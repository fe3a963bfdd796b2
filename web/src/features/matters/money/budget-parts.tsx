// The parts of a budget, a row for each.
import { Button, NativeSelect } from '@mantine/core'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { OptionalWholeInput } from '../../../forms/inputs/whole-input.tsx'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'
import { phaseCodes, phaseLabel } from './phases.ts'
import { type DraftPart, emptyPart, type Span } from './plan.ts'

const phaseChoices = [
  ...phaseCodes.map((code) => ({ value: code, label: phaseLabel(code) })),
  { value: '', label: texts.allElse },
]

export function BudgetParts(props: {
  span: Span
  parts: readonly DraftPart[]
  onChange: (parts: readonly DraftPart[]) => void
}) {
  const { span, parts, onChange } = props
  const set = (at: number, change: Partial<DraftPart>) =>
    onChange(parts.map((part, index) => (index === at ? { ...part, ...change } : part)))
  return (
    <div className={classes.parts}>
      {parts.map((part, index) => (
        <fieldset key={part.key} className={classes.part} aria-label={texts.part(index)}>
          {span === 'Yearly' ? (
            <OptionalWholeInput
              label={texts.year}
              min={1900}
              max={9999}
              ungrouped
              value={part.year}
              onChange={(year) => set(index, { year })}
            />
          ) : null}
          <NativeSelect
            label={texts.phase}
            data={phaseChoices}
            value={part.phase}
            onChange={(event) => set(index, { phase: event.currentTarget.value })}
          />
          <AmountInput
            label={texts.partAmount}
            decimalScale={4}
            min={0}
            value={part.amount}
            onChange={(amount) => set(index, { amount })}
          />
          <Button
            variant="default"
            aria-label={texts.removePart(index)}
            onClick={() => onChange(parts.filter((_, at) => at !== index))}
          >
            {texts.removeShort}
          </Button>
        </fieldset>
      ))}
      <Button size="xs" variant="default" onClick={() => onChange([...parts, emptyPart(parts.at(-1)?.year)])}>
        {span === 'Yearly' ? texts.addYear : texts.addPart}
      </Button>
    </div>
  )
}
