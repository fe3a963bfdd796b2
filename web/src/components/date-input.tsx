// A day that is typed or picked. The browser's own input: keyboards, screen readers and the calendars of telephones know it. It writes
// days as the browser is set, so the day stands below as the person reads dates, with its weekday.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useFormat } from './format-context.ts'

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'description'> & {
  readonly description?: string
  /** As `2026-03-02`; empty for no day. */
  readonly value: string
  readonly onChange: (day: string) => void
}

export function DateInput({ value, onChange, description, ...others }: Props) {
  const format = useFormat()
  // while a year is being typed it is one of the first centuries
  const spelled = /^[12]\d{3}-\d\d-\d\d$/.test(value) ? format.shortDate(value) : undefined
  return (
    <TextInput
      {...others}
      type="date"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...below(description, spelled)}
    />
  )
}

/** The day stands below the input, or with the hint above it. */
function below(hint: string | undefined, spelled: string | undefined): TextInputProps {
  if (spelled === undefined) return hint === undefined ? {} : { description: hint }
  if (hint !== undefined) return { description: `${hint} ${spelled}` }
  return { description: spelled, inputWrapperOrder: ['label', 'input', 'error', 'description'] }
}
