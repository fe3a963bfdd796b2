// The forms of a law firm. They are loaded together, when the first is needed.
import { Button, Group, Stack } from '@mantine/core'
import { ActionButton } from '../../../components/action-button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import type { Invoice } from '../review/invoice-calls.ts'
import { filesWith } from './answer-files.tsx'
import { type Exchange, useIsAdding } from './exchange-calls.ts'
import classes from './exchange.module.css'
import { lineName, ofWhole } from './exchange-lines.tsx'
import { type DialogProps, LeftOf, LineText, useStep, useTexts, written } from './line-texts.tsx'
import { OwnFiles } from './own-files.tsx'
import { exchangeTexts as texts } from './texts.ts'

interface FirmDialogProps extends DialogProps {
  readonly exchange: Exchange
}

/** Answers all questions. */
export function AnswerForm(props: { invoice: Invoice; exchange: Exchange }) {
  const { invoice, exchange } = props
  const questions = exchange.questions?.lines ?? []
  const isAdding = useIsAdding(invoice.id)
  const { said, say } = useTexts()
  const { send, busy, error } = useStep(invoice, texts.answered)
  const answers = written(said)
  return (
    <>
      <ul className={classes.lines}>
        {questions.map(({ number, question }) => (
          <LineText
            key={number}
            invoice={invoice}
            number={number}
            label={texts.answer}
            value={said.get(number) ?? ''}
            above={<p className={classes.text}>{question}</p>}
            below={
              <OwnFiles
                invoice={invoice}
                files={filesWith(exchange, { of: 'Answers', line: number })}
                line={number}
                to={lineName(invoice, number)}
              />
            }
            onChange={(text) => say(number, text)}
          />
        ))}
      </ul>
      <div className={classes.line}>
        <span className={classes.name}>{texts.filesWithAnswers}</span>
        <span className={classes.dim}>{texts.filesHint}</span>
        <OwnFiles
          invoice={invoice}
          files={filesWith(exchange, { of: 'Answers', line: null })}
          line={null}
          to={texts.wholeAnswer}
        />
      </div>
      <ErrorAlert error={error} />
      <div className={classes.acts}>
        <ActionButton
          busy={busy}
          disabled={isAdding || answers.length < questions.length}
          onClick={() =>
            send({ kind: 'answer', lines: answers.map(([number, answer]) => ({ number, answer })) })
          }
        >
          {texts.sendAnswers}
        </ActionButton>
      </div>
    </>
  )
}

/** Accepts what was decided. */
export function AcceptDialog({ invoice, exchange, onClose }: FirmDialogProps) {
  const { send, busy, error } = useStep(invoice, texts.acceptedDone, onClose)
  return (
    <ConfirmDialog
      opened
      title={texts.acceptTitle}
      confirmLabel={texts.accept}
      danger={false}
      busy={busy}
      error={error}
      onConfirm={() => send({ kind: 'accept' })}
      onClose={onClose}
    >
      {texts.acceptText}
      {exchange.files.some(({ isSent }) => !isSent) ? ` ${texts.acceptDrops}` : null}
    </ConfirmDialog>
  )
}

/** Gives reasons against what was decided on lines. */
export function AppealDialog({ invoice, exchange, onClose }: FirmDialogProps) {
  const isAdding = useIsAdding(invoice.id)
  const { said, say } = useTexts()
  const { send, busy, error } = useStep(invoice, texts.appealedDone, onClose)
  const reasons = written(said)
  const cut = invoice.lines.filter(({ review }) => review && review.decision !== 'Accepted')
  const numbers = [...(invoice.review?.reduction ? [ofWhole] : []), ...cut.map(({ number }) => number)]
  const onLines = reasons.filter(([number]) => number !== ofWhole)
  const [onWhole] = reasons.filter(([number]) => number === ofWhole)
  return (
    <Modal opened onClose={onClose} title={texts.appealTitle} size="lg">
      <Stack>
        <p className={classes.dim}>{texts.appealHint}</p>
        <ul className={classes.lines}>
          {numbers.map((number) => (
            <LineText
              key={number}
              invoice={invoice}
              number={number}
              label={texts.reason}
              value={said.get(number) ?? ''}
              above={<LeftOf invoice={invoice} number={number} />}
              below={
                number === ofWhole ? null : (
                  <OwnFiles
                    invoice={invoice}
                    files={filesWith(exchange, { of: 'Appeal', line: number })}
                    line={number}
                    to={lineName(invoice, number)}
                  />
                )
              }
              onChange={(text) => say(number, text)}
            />
          ))}
        </ul>
        <div className={classes.line}>
          <span className={classes.name}>{texts.filesWithAppeal}</span>
          <span className={classes.dim}>{texts.appealFilesHint}</span>
          <OwnFiles
            invoice={invoice}
            files={filesWith(exchange, { of: 'Appeal', line: null })}
            line={null}
            to={texts.wholeAppeal}
          />
        </div>
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={busy}
            disabled={isAdding || reasons.length === 0}
            onClick={() =>
              send({
                kind: 'appeal',
                lines: onLines.map(([number, reason]) => ({ number, reason })),
                reduction: onWhole ? { reason: onWhole[1] } : null,
              })
            }
          >
            {texts.sendAppeals(onLines.length, onWhole !== undefined)}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
