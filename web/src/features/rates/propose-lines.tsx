// The rates of a proposal, a row for each.
import { Button, TextInput } from '@mantine/core'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import type { NewProposal, Rate } from './rate-calls.ts'
import classes from './rates.module.css'
import { proposalTexts as texts, rateTexts } from './texts.ts'

/** A row as it is typed. */
export interface DraftLine {
  readonly key: string
  readonly number: string
  readonly name: string
  readonly its: string
  readonly matterId: number | null
  readonly rate: number | null
}

let lines = 0
const nextKey = () => `line ${++lines}`

export const emptyLine = (): DraftLine => ({
  key: nextKey(),
  number: '',
  name: '',
  its: '',
  matterId: null,
  rate: null,
})

/** A current rate, raised by a percentage to the cent. */
export const draftOf = (rate: Rate, percent: number): DraftLine => ({
  key: nextKey(),
  number: rate.timekeeper?.number ?? '',
  name: rate.timekeeper?.name ?? '',
  its: rate.timekeeperClass ?? '',
  matterId: rate.matter?.id ?? null,
  rate: Math.round(rate.rate * (100 + percent)) / 100,
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The row as it is sent; undefined while it has no rate. */
export function rateOf(
  line: DraftLine,
  { currency, from }: { currency: string; from: string },
): NewProposal['rates'][number] | undefined {
  if (line.rate === null) return undefined
  const number = orNull(line.number)
  const name = orNull(line.name)
  return {
    matter: line.matterId === null ? null : { id: line.matterId },
    timekeeper: number === null && name === null ? null : { number: number ?? '', name },
    timekeeperClass: orNull(line.its),
    currency,
    rate: line.rate,
    from,
    to: null,
  }
}

export function ProposedLines(props: {
  lines: readonly DraftLine[]
  onChange: (lines: readonly DraftLine[]) => void
}) {
  const { lines: all, onChange } = props
  const set = (at: number, change: Partial<DraftLine>) =>
    onChange(all.map((line, index) => (index === at ? { ...line, ...change } : line)))
  return (
    <div className={classes.lines}>
      {all.map((line, index) => (
        <fieldset key={line.key} className={classes.line} aria-label={texts.line(index)}>
          <TextInput
            label={texts.number}
            maxLength={100}
            value={line.number}
            onChange={(event) => set(index, { number: event.currentTarget.value })}
          />
          <TextInput
            label={rateTexts.name}
            maxLength={100}
            value={line.name}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <TextInput
            label={rateTexts.class}
            maxLength={100}
            value={line.its}
            onChange={(event) => set(index, { its: event.currentTarget.value })}
          />
          <AmountInput
            label={rateTexts.rate}
            decimalScale={4}
            min={0}
            value={line.rate}
            onChange={(rate) => set(index, { rate })}
          />
          <Button
            variant="default"
            aria-label={texts.removeNamed(index)}
            disabled={all.length === 1}
            onClick={() => onChange(all.filter((_, at) => at !== index))}
          >
            {texts.removeLine}
          </Button>
        </fieldset>
      ))}
      <div className={classes.bar}>
        <Button size="xs" variant="default" onClick={() => onChange([...all, emptyLine()])}>
          {texts.addLine}
        </Button>
      </div>
    </div>
  )
}
