// Reduces all lines above their agreed rate in one step.
import { Button } from '@mantine/core'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { aboveAgreed } from './agreed.ts'
import { type Invoice, type Line, useReduceToAgreed } from './invoice-calls.ts'
import { reviewTexts as texts } from './texts.ts'

/** The lines that it would reduce: above their rate, and nothing is decided on them. */
const open = (lines: readonly Line[]) => lines.filter((line) => aboveAgreed(line) > 0 && !line.review)

/** What reduces them, for the button and for a key. `send` is called before, so that earlier decisions count. */
export function useAgreed(invoice: Invoice, lines: readonly Line[], send: () => void) {
  const { mutate, isPending, error } = useReduceToAgreed(invoice.id)
  const count = invoice.can.reviewLines ? open(lines).length : 0
  const reduce = () => {
    if (count === 0) return
    send()
    mutate()
  }
  return { count, reduce, isPending, error }
}

export function AgreedButton({ count, reduce, isPending, error }: ReturnType<typeof useAgreed>) {
  return (
    <>
      {count > 0 ? (
        <Button size="xs" variant="default" loading={isPending} onClick={reduce}>
          {texts.reduceToAgreed(count)}
        </Button>
      ) : null}
      <ErrorAlert error={error} />
    </>
  )
}
