// The input of an amount, a quantity or a percentage in a dialog: written with the separators of the person's language.
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useFormat } from '../../components/format-context.ts'
import { separatorsOf } from '../../lib/number-separators.ts'

type Props = Pick<
  NumberInputProps,
  | 'label'
  | 'description'
  | 'aria-label'
  | 'onKeyDown'
  | 'error'
  | 'min'
  | 'decimalScale'
  | 'rightSection'
  | 'rightSectionWidth'
> & {
  readonly value: number | null | undefined
  /** Gets null for an input that is emptied. */
  readonly onChange: (value: number | null) => void
  readonly 'data-autofocus'?: boolean
}

export function AmountInput({ value, onChange, ...props }: Props) {
  const { decimal, group } = separatorsOf(useFormat())
  return (
    <NumberInput
      {...props}
      decimalSeparator={decimal}
      thousandSeparator={group}
      allowedDecimalSeparators={[',', '.']}
      hideControls
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  )
}
