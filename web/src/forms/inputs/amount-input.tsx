// The input of an amount, a quantity or a percentage: written in any of the usual notations, and read when it is left.
import { TextInput, type TextInputProps } from '@mantine/core'
import { type Ref, useState } from 'react'
import { readAmount, shownAmount } from '../../lib/written-amount.ts'
import { useWriting } from './use-writing.ts'

export type AmountInputProps = Omit<
  TextInputProps,
  'value' | 'onChange' | 'min' | 'max' | 'type' | 'inputMode'
> & {
  readonly value: number | null | undefined
  /**
   * Gets null for an input that is emptied, and NaN while what is written cannot be read: no change is sent with it
   * (lib/client.ts).
   */
  readonly onChange: (value: number | null) => void
  readonly min?: number
  readonly max?: number
  /** How many decimal places it has at most. */
  readonly decimalScale?: number
  /** Of the amount: what is pasted in another one is refused. */
  readonly currency?: string | undefined
  /** Shown without separators: years, pages, numbers of records. */
  readonly ungrouped?: boolean
  /** Said of an input that is emptied, which gives NaN then. */
  readonly whenEmpty?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly 'data-autofocus'?: boolean
}

export function AmountInput(props: AmountInputProps) {
  const { value, onChange, min, max, decimalScale, currency, ungrouped, whenEmpty, ...input } = props
  const { error, onBlur, onPaste, onKeyDown, ...others } = input
  const own = useWriting()
  const [written, setWritten] = useState<{ text: string; value: number | null }>()
  const [isDone, setIsDone] = useState(false)
  const show = ungrouped ? String : own.show
  const writing = { ...own, show, currency, min, max, decimals: decimalScale }
  // what was written, unless something else was set since; NaN is not even itself
  const isOwn = written !== undefined && Object.is(written.value, value ?? null)
  const text = isOwn ? written.text : shownAmount(value, writing)
  const read = isOwn && text.trim() !== '' ? readAmount(text, writing) : undefined
  const said =
    read === undefined ? (isOwn ? whenEmpty : undefined) : 'problem' in read ? read.problem : undefined
  const problem = isDone ? said : undefined

  return (
    <TextInput
      {...others}
      inputMode={decimalScale === 0 && (min ?? -1) >= 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      error={problem ?? error}
      {...(problem === undefined ? {} : { errorProps: { role: 'alert' } })}
      {...(currency ? { leftSection: currency, leftSectionWidth: 52, leftSectionPointerEvents: 'none' } : {})}
      onChange={(event) => {
        const next = event.currentTarget.value
        const found =
          next.trim() === ''
            ? { value: whenEmpty === undefined ? null : Number.NaN }
            : readAmount(next, writing)
        const given = 'value' in found ? found.value : Number.NaN
        setWritten({ text: next, value: given })
        onChange(given)
      }}
      onPaste={(event) => {
        setIsDone(true)
        onPaste?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setIsDone(true)
        onKeyDown?.(event)
      }}
      onFocus={() => setIsDone(false)}
      onBlur={(event) => {
        setIsDone(true)
        // as the person writes it, once it is clear which number it is
        if (read && 'value' in read) setWritten(undefined)
        onBlur?.(event)
      }}
    />
  )
}
