// What passes between payer and law firm during a review, on the page of the invoice; nothing where nothing is asked
// and nothing can be.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { kindOf, useMe } from '../../../components/me-context.ts'
import { Panel } from '../../../components/panel.tsx'
import type { Invoice } from '../review/invoice-calls.ts'
import { AnswerFiles, filesWith } from './answer-files.tsx'
import { type Exchange, useExchange } from './exchange-calls.ts'
import classes from './exchange.module.css'
import { appealsOf, ExchangeLines } from './exchange-lines.tsx'
import { exchangeTexts as texts } from './texts.ts'

const AnswerForm = lazily(() => import('./firm-forms.tsx'), 'AnswerForm')
const AppealsForm = lazily(() => import('./payer-forms.tsx'), 'AppealsForm')
const AskDialog = lazily(() => import('./payer-forms.tsx'), 'AskDialog')
const SendDialog = lazily(() => import('./payer-forms.tsx'), 'SendDialog')
const AcceptDialog = lazily(() => import('./firm-forms.tsx'), 'AcceptDialog')
const AppealDialog = lazily(() => import('./firm-forms.tsx'), 'AppealDialog')

type Asking = 'ask' | 'send' | 'accept' | 'appeal'

export function ExchangePanel({ invoice }: { invoice: Invoice }) {
  const exchange = useExchange(invoice)
  const [asking, setAsking] = useState<Asking>()
  if (!exchange) return isLikely(invoice) ? <Waiting /> : null
  const { questions, decisions, files, can } = exchange
  if (!questions && !decisions && files.length === 0 && !can.ask && !can.sendDecisions) return null
  const close = () => setAsking(undefined)
  const acts: readonly (readonly [Asking, boolean, string])[] = [
    ['ask', can.ask, texts.ask],
    ['send', can.sendDecisions, texts.send],
    ['accept', can.accept, texts.accept],
    ['appeal', can.accept, texts.appeal],
  ]
  const shown = acts.filter(([, may]) => may)
  return (
    <Panel title={texts.title}>
      <div className={classes.exchange}>
        <Standing exchange={exchange} />
        {can.answer ? (
          <AnswerForm invoice={invoice} exchange={exchange} />
        ) : (
          <ExchangeLines
            invoice={invoice}
            lines={questions?.lines.map(({ number, question, answer }) => ({
              number,
              said: [
                [texts.question, question],
                [texts.answer, answer ?? texts.noAnswer],
              ],
              files: filesWith(exchange, { of: 'Answers', line: number }),
            }))}
          />
        )}
        {can.answer ? null : (
          <AnswerFiles
            invoice={invoice}
            files={filesWith(exchange, { of: 'Answers', line: null })}
            label={texts.filesWithAnswers}
          />
        )}
        {decisions?.note ? <p className={classes.text}>{decisions.note}</p> : null}
        <AnswerFiles
          invoice={invoice}
          files={filesWith(exchange, { of: 'Appeal', line: null })}
          label={texts.filesWithAppeal}
        />
        {can.decideAppeals ? (
          <AppealsForm invoice={invoice} exchange={exchange} />
        ) : (
          <ExchangeLines
            invoice={invoice}
            lines={appealsOf(decisions).map(({ number, reason, outcome, note }) => ({
              number,
              said: [
                [texts.appealed, reason],
                [outcome === null ? texts.waits : texts.outcomes[outcome], note ?? ''],
              ],
              files: filesWith(exchange, { of: 'Appeal', line: number }),
            }))}
          />
        )}
        <AnswerFiles
          invoice={invoice}
          files={files.filter(({ isEarlier }) => isEarlier)}
          label={texts.earlierFiles}
        />
        {shown.length > 0 ? (
          <div className={classes.acts}>
            {shown.map(([what, , label]) => (
              <Button
                key={what}
                variant={what === 'accept' ? 'filled' : 'default'}
                onClick={() => setAsking(what)}
              >
                {label}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      {asking === 'ask' ? <AskDialog invoice={invoice} onClose={close} /> : null}
      {asking === 'send' ? <SendDialog invoice={invoice} onClose={close} /> : null}
      {asking === 'accept' ? <AcceptDialog invoice={invoice} exchange={exchange} onClose={close} /> : null}
      {asking === 'appeal' ? <AppealDialog invoice={invoice} exchange={exchange} onClose={close} /> : null}
    </Panel>
  )
}

/** Whether a reviewer can ask, as far as the invoice says: the room is kept, so that nothing moves below it. */
const isLikely = ({ can, serviceProvider }: Invoice) => can.reviewLines && serviceProvider !== null

function Waiting() {
  return (
    <Panel title={texts.title}>
      <div className={classes.waiting} />
    </Panel>
  )
}

/** Who is to answer, or how it ended. */
function Standing({ exchange }: { exchange: Exchange }) {
  const format = useFormat()
  const isFirm = kindOf(useMe()) === 'law firm'
  const { waitsFor, questions, decisions } = exchange
  const latest = decisions ?? questions
  if (!latest) return null
  const day = format.date(latest.due)
  const said = () => {
    if (waitsFor === 'Firm') return isFirm ? texts.waitsForYou(day) : texts.waitsForFirm(day)
    if (waitsFor === 'Payer') return isFirm ? texts.waitsForPayer : texts.waitsForDecision
    if (decisions?.outcome === 'Accepted') return isFirm ? texts.youAccepted : texts.accepted
    return latest.answered ? null : texts.over(day)
  }
  const text = said()
  return text === null ? null : <output>{text}</output>
}
