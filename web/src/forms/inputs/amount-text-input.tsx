// The input of an amount or a number that is kept as text, as conditions have them: `1200.5`.
import { useState } from 'react'
import { UNREAD } from '../../lib/unread.ts'
import { AmountInput, type AmountInputProps } from './amount-input.tsx'

type Props = Omit<AmountInputProps, 'value' | 'onChange'> & {
  /** Empty for none, and `UNREAD` while what is written cannot be read. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Without an exponent. */
const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 15 })
const LOST = 'What was written here could not be read. Write it again.'

export function AmountTextInput({ value, onChange, error, ...others }: Props) {
  // a draft that was kept does not have what was written
  const [isLost, setLost] = useState(value === UNREAD)
  return (
    <AmountInput
      {...others}
      error={isLost ? LOST : error}
      value={value === '' ? null : value === UNREAD ? Number.NaN : Number(value)}
      onChange={(next) => {
        setLost(false)
        onChange(next === null ? '' : Number.isNaN(next) ? UNREAD : plain.format(next))
      }}
    />
  )
}
