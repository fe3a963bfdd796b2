// Whose field it is.
import { NativeSelect } from '@mantine/core'
import { placeTexts as texts } from './place-texts.ts'

export function SignerChoice(props: {
  label: string
  signers: readonly string[]
  /** The place in the list, from 1. */
  value: number
  onChange: (signer: number) => void
}) {
  const { label, signers, value, onChange } = props
  return (
    <NativeSelect
      size="sm"
      label={label}
      value={String(value)}
      data={signers.map((name, index) => ({
        value: String(index + 1),
        label: texts.signerName(index + 1, name),
      }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}
