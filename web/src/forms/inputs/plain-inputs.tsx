// Inputs of fields that are typed: texts and dates. They are small: what is typed at once has somewhere to go.
import { Textarea, TextInput } from '@mantine/core'
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
