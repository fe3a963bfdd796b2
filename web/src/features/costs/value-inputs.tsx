// What can be corrected of an inside cost: amount, hours and note.
import { Textarea } from '@mantine/core'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../lib/refusal.ts'
import classes from './costs.module.css'
import { insideCostTexts as texts } from './texts.ts'

export interface Values {
  readonly amount: number | null
  readonly hours: number | null
  readonly note: string
}

/** The fields that these inputs show the errors of. */
export const valueFields = ['amount', 'hours', 'note']

export function ValueInputs(props: {
  values: Values
  currency: string
  error: unknown
  onChange: (next: Partial<Values>) => void
}) {
  const { values, currency, error, onChange } = props
  return (
    <>
      <div className={classes.pair}>
        <AmountInput
          label={texts.amountIn(currency)}
          min={0}
          value={values.amount}
          error={fieldError(error, 'amount')}
          onChange={(amount) => onChange({ amount })}
        />
        <AmountInput
          label={texts.hoursCounted}
          decimalScale={2}
          min={0}
          value={values.hours}
          error={fieldError(error, 'hours')}
          onChange={(hours) => onChange({ hours })}
        />
      </div>
      <Textarea
        label={texts.note}
        autosize
        maxLength={1_000}
        value={values.note}
        error={fieldError(error, 'note')}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  )
}

/** A text as it is sent: none where it is empty. */
export const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
