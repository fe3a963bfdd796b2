// What was said about lines, by both sides.
import type { Invoice } from '../review/invoice-calls.ts'
import { AnswerFiles } from './answer-files.tsx'
import type { AnswerFile, Exchange } from './exchange-calls.ts'
import classes from './exchange.module.css'
import { exchangeTexts as texts } from './texts.ts'

export interface SaidOfLine {
  readonly number: number
  /** Who says what, such as the question and its answer. */
  readonly said: readonly (readonly [string, string])[]
  readonly files?: readonly AnswerFile[]
}

/** In place of the number of a line: the reduction of the whole invoice. */
export const ofWhole = 0

/** All appeals, against the reduction of the whole invoice first; none where no decisions were sent. */
export const appealsOf = (decisions: Exchange['decisions']) =>
  decisions
    ? [
        ...(decisions.reductionAppeal ? [{ number: ofWhole, ...decisions.reductionAppeal }] : []),
        ...decisions.appeals,
      ]
    : []

/** What a line is called: its number and the beginning of its description. */
export const lineName = ({ lines }: Pick<Invoice, 'lines'>, number: number): string => {
  if (number === ofWhole) return texts.whole
  const description = lines.find((line) => line.number === number)?.description ?? ''
  return texts.line(number, description.length > 120 ? `${description.slice(0, 119)}…` : description)
}

/** Nothing where nothing was said. */
export function ExchangeLines(props: { invoice: Invoice; lines: readonly SaidOfLine[] | undefined }) {
  const { invoice, lines = [] } = props
  if (lines.length === 0) return null
  return (
    <ul className={classes.lines}>
      {lines.map(({ number, said, files = [] }) => (
        <li key={number} className={classes.line}>
          <span className={classes.name}>{lineName(invoice, number)}</span>
          {said.map(([who, text]) => (
            <p key={who} className={classes.text}>
              <span className={classes.dim}>{text === '' ? who : `${who}: `}</span>
              {text}
            </p>
          ))}
          <AnswerFiles invoice={invoice} files={files} label={texts.files} />
        </li>
      ))}
    </ul>
  )
}
