// What dialogs about the money of a matter have in common: an amount with its currency, a note, buttons, and what was
// set before.
import { Button, Group, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import classes from './budget.module.css'
import { moneyTexts as texts } from './texts.ts'

export function AmountAndCurrency(props: {
  label: string
  amount: number | null
  currency: string
  error: unknown
  onAmount: (amount: number | null) => void
  onCurrency: (currency: string) => void
}) {
  const { label, amount, currency, error, onAmount, onCurrency } = props
  return (
    <>
      <AmountInput
        data-autofocus
        label={label}
        decimalScale={4}
        min={0}
        value={amount}
        error={fieldError(error, 'amount')}
        onChange={onAmount}
      />
      <TextInput
        label={texts.currency}
        maxLength={3}
        value={currency}
        error={fieldError(error, 'currency')}
        onChange={(event) => onCurrency(event.currentTarget.value.toUpperCase())}
      />
    </>
  )
}

/** A text of several lines; `name` is that of the input in answers. */
export function LongText(props: {
  name: 'note' | 'reason'
  label: string
  description: string
  required?: boolean
  value: string
  error: unknown
  onChange: (value: string) => void
}) {
  const { name, label, description, required = false, value, error, onChange } = props
  return (
    <Textarea
      label={label}
      description={description}
      required={required}
      autosize
      maxLength={2_000}
      value={value}
      error={fieldError(error, name)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Cancel and what is done; `apart` stands at the other end. */
export const Buttons = (props: { onClose: () => void; apart?: ReactNode; children: ReactNode }) => (
  <Group justify="flex-end">
    {props.apart}
    <Button variant="default" onClick={props.onClose}>
      {texts.cancel}
    </Button>
    {props.children}
  </Group>
)

interface Version {
  readonly version: number
  readonly set: { readonly userName?: string | undefined; readonly dateUtc?: string | undefined }
}

/** Earlier versions, folded: what each set, who set it and why. */
export function Versions<Each extends Version>(props: {
  versions: readonly Each[]
  shown: (version: Each) => string
  why: (version: Each) => string | null | undefined
}) {
  const format = useFormat()
  const { versions, shown, why } = props
  if (versions.length === 0) return null
  return (
    <details className={classes.versions}>
      <summary>{texts.versions}</summary>
      <ol>
        {versions.map((each) => {
          const reason = why(each)
          return (
            <li key={each.version}>
              <strong>{shown(each)}</strong>
              <span>{texts.versionBy(each.set.userName ?? '', format.dateTime(each.set.dateUtc ?? ''))}</span>
              {reason ? <span>{reason}</span> : null}
            </li>
          )
        })}
      </ol>
    </details>
  )
}
