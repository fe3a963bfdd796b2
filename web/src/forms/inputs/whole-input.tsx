// Inputs of whole numbers: days, digits, years, pages. Read as amounts are, in the person's way of writing them.
import { useState } from 'react'
import { AmountInput, type AmountInputProps } from './amount-input.tsx'

type Common = Omit<AmountInputProps, 'onChange' | 'decimalScale' | 'currency' | 'whenEmpty'>
type Needed = Common & {
  /** Gets NaN while what is written cannot be read, or nothing is: no change is sent with it. */
  readonly onChange: (value: number) => void
}
type Optional = Common & Pick<AmountInputProps, 'onChange'>

const NEEDED = 'Write a whole number.'

/** Of a number that there must be. */
export function WholeInput({ onChange, ...others }: Needed) {
  return (
    <AmountInput
      {...others}
      decimalScale={0}
      whenEmpty={NEEDED}
      onChange={(value) => onChange(value ?? Number.NaN)}
    />
  )
}

/** Of a number that may be missing. */
export function OptionalWholeInput(props: Optional) {
  return <AmountInput {...props} decimalScale={0} />
}

/** Of a number that has its effect while it is typed: what cannot be read stays here, marked, and has none. */
export function LiveWholeInput({ value, onChange, ...others }: Needed) {
  return <WholeInput {...others} {...useLive(value, onChange)} />
}

/** The same of one that may be missing. */
export function OptionalLiveWholeInput({ value, onChange, ...others }: Optional) {
  return <OptionalWholeInput {...others} {...useLive(value, onChange)} />
}

function useLive<Typed extends number | null>(
  value: number | null | undefined,
  onChange: (typed: Typed) => void,
) {
  const [isUnread, setUnread] = useState(false)
  return {
    value: isUnread ? Number.NaN : value,
    onChange: (typed: Typed) => {
      setUnread(Number.isNaN(typed))
      if (!Number.isNaN(typed)) onChange(typed)
    },
  }
}
