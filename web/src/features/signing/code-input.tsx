// Where a code of six digits is entered.
import { TextInput } from '@mantine/core'

export function CodeInput(props: { label: string; code: string; onCode: (code: string) => void }) {
  const { label, code, onCode } = props
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={code}
      onChange={(event) => onCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
    />
  )
}
