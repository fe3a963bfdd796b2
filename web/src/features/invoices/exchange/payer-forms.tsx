// The forms of the organisation that pays. They are loaded together, when the first is needed.
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import type { Invoice } from '../review/invoice-calls.ts'
import { AnswerFiles, filesWith } from './answer-files.tsx'
import type { Exchange } from './exchange-calls.ts'
import classes from './exchange.module.css'
import { appealsOf, lineName, ofWhole } from './exchange-lines.tsx'
import { type DialogProps, LeftOf, LineText, useStep, useTexts, written } from './line-texts.tsx'
import { exchangeTexts as texts } from './texts.ts'

/** Asks about lines that are added one by one. */
export function AskDialog({ invoice, onClose }: DialogProps) {
  const { said, say, drop } = useTexts()
  const [due, setDue] = useState('')
  const { send, busy, error } = useStep(invoice, texts.asked, onClose)
  const questions = written(said)
  const free = invoice.lines.filter(({ number }) => !said.has(number))
  return (
    <Modal opened onClose={onClose} title={texts.askTitle} size="lg">
      <Stack>
        <p className={classes.dim}>{texts.askHint}</p>
        <NativeSelect
          data-autofocus
          label={texts.addLine}
          value=""
          data={[
            { value: '', label: texts.chooseLine },
            ...free.map(({ number }) => ({ value: String(number), label: lineName(invoice, number) })),
          ]}
          onChange={(event) => say(Number(event.currentTarget.value), '')}
        />
        <ul className={classes.lines}>
          {[...said].map(([number, text]) => (
            <LineText
              key={number}
              invoice={invoice}
              number={number}
              label={texts.question}
              value={text}
              above={
                <Button
                  size="compact-xs"
                  variant="subtle"
                  justify="start"
                  aria-label={texts.removeLine(number)}
                  onClick={() => drop(number)}
                >
                  {texts.remove}
                </Button>
              }
              onChange={(next) => say(number, next)}
            />
          ))}
        </ul>
        <DateInput label={texts.due} description={texts.dueHint} value={due} onChange={setDue} />
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={busy}
            disabled={questions.length === 0 || questions.length < said.size}
            onClick={() =>
              send({
                kind: 'ask',
                lines: questions.map(([number, question]) => ({ number, question })),
                due: due === '' ? null : due,
              })
            }
          >
            {texts.sendQuestions(questions.length)}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Sends what was decided. */
export function SendDialog({ invoice, onClose }: DialogProps) {
  const [due, setDue] = useState('')
  const [note, setNote] = useState('')
  const { send, busy, error } = useStep(invoice, texts.sent, onClose)
  return (
    <ConfirmDialog
      opened
      title={texts.sendTitle}
      confirmLabel={texts.send}
      danger={false}
      busy={busy}
      error={error}
      onConfirm={() =>
        send({
          kind: 'send',
          due: due === '' ? null : due,
          note: note.trim() === '' ? null : note.trim(),
        })
      }
      onClose={onClose}
    >
      <Stack>
        <p>{texts.sendText}</p>
        <DateInput label={texts.due} description={texts.dueHint} value={due} onChange={setDue} />
        <Textarea
          label={texts.note}
          autosize
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

type Outcome = keyof typeof texts.outcomes

interface Deciding {
  readonly outcome: Outcome | ''
  readonly amount: number | undefined
  readonly note: string
}

const undecided: Deciding = { outcome: '', amount: undefined, note: '' }

const isReady = ({ outcome, amount, note }: Deciding) =>
  outcome === 'Restored' ||
  (outcome === 'Stays' && note.trim() !== '') ||
  (outcome === 'PartlyRestored' && amount !== undefined && note.trim() !== '')

/** Decides on all appeals. */
export function AppealsForm(props: { invoice: Invoice; exchange: Exchange }) {
  const { invoice, exchange } = props
  const appeals = appealsOf(exchange.decisions)
  const [decided, setDecided] = useState<ReadonlyMap<number, Deciding>>(new Map())
  const { send, busy, error } = useStep(invoice, texts.decided)
  const of = (number: number) => decided.get(number) ?? undecided
  const change = (number: number, next: Partial<Deciding>) =>
    setDecided(new Map(decided).set(number, { ...of(number), ...next }))
  const made = appeals.flatMap(({ number }) => {
    const { outcome, amount, note } = of(number)
    if (outcome === '') return []
    const now = outcome === 'PartlyRestored' ? (amount ?? null) : null
    return [{ number, outcome, now, note: note.trim() === '' ? null : note.trim() }]
  })
  const lines = made.flatMap(({ now, ...each }) =>
    each.number === ofWhole ? [] : [{ ...each, approvedAmount: now }],
  )
  const [reduction = null] = made.flatMap(({ number, now, ...each }) =>
    number === ofWhole ? [{ ...each, amount: now }] : [],
  )
  return (
    <>
      <ul className={classes.lines}>
        {appeals.map(({ number, reason }) => (
          <LineText
            key={number}
            invoice={invoice}
            number={number}
            label={texts.why}
            value={of(number).note}
            above={
              <>
                <LeftOf invoice={invoice} number={number} />
                <p className={classes.text}>{reason}</p>
                <AnswerFiles
                  invoice={invoice}
                  files={filesWith(exchange, { of: 'Appeal', line: number })}
                  label={texts.files}
                />
                <div className={classes.pair}>
                  <NativeSelect
                    label={texts.outcome}
                    value={of(number).outcome}
                    data={[
                      { value: '', label: texts.waits },
                      ...Object.entries(texts.outcomes).map(([value, label]) => ({ value, label })),
                    ]}
                    onChange={(event) => change(number, { outcome: event.currentTarget.value as Outcome })}
                  />
                  {of(number).outcome === 'PartlyRestored' ? (
                    <AmountInput
                      label={number === ofWhole ? texts.takenNow : texts.approvedNow}
                      min={0}
                      value={of(number).amount}
                      onChange={(typed) => change(number, { amount: typed ?? undefined })}
                    />
                  ) : null}
                </div>
              </>
            }
            onChange={(note) => change(number, { note })}
          />
        ))}
      </ul>
      <ErrorAlert error={error} />
      <div className={classes.acts}>
        <ActionButton
          busy={busy}
          disabled={!appeals.every(({ number }) => isReady(of(number)))}
          onClick={() => send({ kind: 'decide', lines, reduction })}
        >
          {texts.decide}
        </ActionButton>
      </div>
    </>
  )
}
