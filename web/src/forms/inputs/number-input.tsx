// The input of numbers and money.
import { AmountInput } from './amount-input.tsx'
import { type FieldInputProps, labelling } from './field-inputs.ts'

/** Numbers and money: written with the separators of the person's language. */
export function NumberField(props: FieldInputProps & { readonly currency?: string | undefined }) {
  const { field, value, onChange, currency } = props
  const { start = null, end = null } = field.range ?? {}
  return (
    <AmountInput
      {...labelling(props)}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      decimalScale={10}
      currency={currency}
      {...(start === null ? {} : { min: start })}
      {...(end === null ? {} : { max: end })}
    />
  )
}
