// What the forms of payer and law firm share: a text about each of several lines, and the step that sends them.
import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { showToast } from '../../../components/toast-store.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { type Step, useExchangeStep } from './exchange-calls.ts'
import classes from './exchange.module.css'
import { lineName, ofWhole } from './exchange-lines.tsx'
import { exchangeTexts as texts } from './texts.ts'

export interface DialogProps {
  readonly invoice: Invoice
  readonly onClose: () => void
}

type Texts = ReadonlyMap<number, string>

/** Takes the step, says that it is done, and what else there is to do. */
export function useStep(invoice: Invoice, done: string, then: () => void = () => undefined) {
  const action = useExchangeStep(invoice.id)
  const send = (step: Step) =>
    action.mutate(step, {
      onSuccess: () => {
        showToast({ text: done })
        then()
      },
    })
  return { send, busy: action.isPending, error: action.error }
}

/** The texts that are not empty. */
export const written = (said: Texts) =>
  [...said].flatMap(([number, text]) => (text.trim() === '' ? [] : [[number, text.trim()] as const]))

/** A text about a line, below what is known of it. */
export function LineText(props: {
  invoice: Invoice
  number: number
  label: string
  value: string
  above?: ReactNode
  below?: ReactNode
  onChange: (text: string) => void
}) {
  const { invoice, number, label, value, above, below, onChange } = props
  return (
    <li className={classes.line}>
      <span className={classes.name}>{lineName(invoice, number)}</span>
      {above}
      <Textarea
        label={label}
        aria-label={`${label}, ${lineName(invoice, number)}`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {below}
    </li>
  )
}

/** Texts by the numbers of lines. */
export const useTexts = () => {
  const [said, setSaid] = useState<Texts>(new Map())
  const say = (number: number, text: string) => setSaid((before) => new Map(before).set(number, text))
  const drop = (number: number) =>
    setSaid((before) => new Map([...before].filter(([each]) => each !== number)))
  return { said, say, drop }
}

/** What was billed of a line, and what is approved of it; what is taken off the whole invoice. */
export function LeftOf({ invoice, number }: { invoice: Invoice; number: number }) {
  const format = useFormat()
  if (number === ofWhole) {
    const { amount, percent, note } = invoice.review?.reduction ?? {}
    const taken = amount ? format.money(amount, invoice.currency) : texts.percent(percent ?? 0)
    return <span className={classes.dim}>{texts.takenOff(taken, note ?? '')}</span>
  }
  const line = invoice.lines.find((each) => each.number === number)
  const money = (amount: number | null | undefined) => format.money(amount ?? 0, invoice.currency)
  return (
    <span className={classes.dim}>
      {texts.billedAndLeft(money(line?.amount), money(line?.approvedAmount))}
    </span>
  )
}
