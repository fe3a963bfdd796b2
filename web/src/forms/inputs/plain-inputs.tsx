// Inputs of fields that are typed: texts, numbers, money, dates.
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { DateInput } from '../../components/date-input.tsx'
import { type FieldInputProps, labelling } from './field-inputs.ts'

export function TextField(props: FieldInputProps) {
  const { value, onChange } = props
  return (
    <TextInput
      {...labelling(props)}
      maxLength={4_000}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function LongTextField(props: FieldInputProps) {
  const { value, onChange } = props
  return (
    <Textarea
      {...labelling(props)}
      autosize
      minRows={3}
      maxRows={14}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

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

export function DateField(props: FieldInputProps) {
  const { value, onChange } = props
  return (
    <DateInput
      {...labelling(props)}
      min="1900-01-01"
      max="9999-12-31"
      value={textOf(value).slice(0, 10)}
      onChange={(day) => onChange(day === '' ? null : day)}
    />
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
