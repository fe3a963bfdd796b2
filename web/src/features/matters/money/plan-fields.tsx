// The fields of a budget: what it is for, in all or by part, in which currency, with or without tax.
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { BudgetParts } from './budget-parts.tsx'
import { budgetTexts as texts } from './budget-texts.ts'
import { type DraftPlan, emptyPart, type Span } from './plan.ts'

export function PlanFields(props: {
  plan: DraftPlan
  onChange: (next: Partial<DraftPlan>) => void
  error: unknown
}) {
  const { plan, onChange, error } = props
  return (
    <>
      <NativeSelect
        label={texts.span}
        data={[
          { value: 'Lifetime', label: texts.lifetime },
          { value: 'Yearly', label: texts.yearly },
        ]}
        value={plan.span}
        onChange={(event) => {
          const span = event.currentTarget.value as Span
          onChange({ span, parts: span === 'Yearly' && plan.parts.length === 0 ? [emptyPart()] : plan.parts })
        }}
      />
      {plan.parts.length === 0 ? (
        <AmountInput
          data-autofocus
          label={texts.amount}
          decimalScale={4}
          min={0}
          value={plan.amount}
          error={fieldError(error, 'amount')}
          onChange={(amount) => onChange({ amount })}
        />
      ) : null}
      <BudgetParts span={plan.span} parts={plan.parts} onChange={(parts) => onChange({ parts })} />
      <TextInput
        label={texts.currency}
        maxLength={3}
        value={plan.currency}
        error={fieldError(error, 'currency')}
        onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
      />
      <Checkbox
        label={texts.includesTax}
        checked={plan.includesTax}
        onChange={(event) => onChange({ includesTax: event.currentTarget.checked })}
      />
    </>
  )
}
