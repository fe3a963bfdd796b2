// The input of numbers and money.
import { NumberInput } from '@mantine/core'
import { type FieldInputProps, labelling } from './field-inputs.ts'

/** Numbers and money: written with the separators of the person's language. */
export function NumberField(
  props: FieldInputProps & {
    readonly separators: { readonly decimal: string; readonly group: string }
    readonly currency?: string | undefined
  },
) {
  const { field, value, onChange, separators, currency } = props
  const { start = null, end = null, step = null } = field.range ?? {}
  return (
    <NumberInput
      {...labelling(props)}
      value={typeof value === 'number' ? value : ''}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
      decimalSeparator={separators.decimal}
      thousandSeparator={separators.group}
      allowedDecimalSeparators={[',', '.']}
      decimalScale={10}
      clampBehavior="none"
      hideControls={currency !== undefined}
      {...(currency === undefined ? {} : { prefix: `${currency} ` })}
      {...(start === null ? {} : { min: start })}
      {...(end === null ? {} : { max: end })}
      {...(step === null ? {} : { step })}
    />
  )
}
