// The statement of a retainer: what was paid in, paid back and drawn by invoices, with the balance after each. A
// deposit or a refund is recorded here, and taken back.
import { Button, Group, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../../components/action-button.tsx'
import { DateInput } from '../../../../components/date-input.tsx'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { Modal } from '../../../../components/floating/modal.tsx'
import { useFormat } from '../../../../components/format-context.ts'
import { ReasonDialog } from '../../../../components/reason-dialog.tsx'
import { showToast } from '../../../../components/toast-store.ts'
import { AmountInput } from '../../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../../lib/refusal.ts'
import {
  type Arrangement,
  type Movement,
  statementQuery,
  type Statement,
  useMoveRetainer,
  useTakeMovementBack,
} from './arrangement-calls.ts'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

interface Props {
  readonly retainer: Pick<Arrangement, 'id' | 'title' | 'currency'>
  readonly mayMove: boolean
  readonly onClose: () => void
}

const recordable = ['Deposit', 'Refund'] as const
type Recordable = (typeof recordable)[number]

export function StatementDialog({ retainer, mayMove, onClose }: Props) {
  const format = useFormat()
  const statement = useQuery(statementQuery(retainer.id))
  const [kind, setKind] = useState<Recordable>()
  const [taken, setTaken] = useState<Movement>()
  const { title, currency } = retainer
  return (
    <Modal opened onClose={onClose} title={texts.statementOf(title)} size="xl">
      <Stack>
        <ErrorAlert error={statement.error} />
        {statement.data ? (
          <>
            <dl className={classes.facts}>
              <div>
                <dt>{texts.balance}</dt>
                <dd>{format.money(statement.data.balance, currency)}</dd>
              </div>
            </dl>
            <Rows statement={statement.data} {...(mayMove ? { onTakeBack: setTaken } : {})} />
          </>
        ) : null}
        {kind ? (
          <MovementForm key={kind} retainer={retainer} kind={kind} onDone={() => setKind(undefined)} />
        ) : mayMove ? (
          <Group gap={8}>
            {recordable.map((each) => (
              <Button key={each} size="xs" variant="default" onClick={() => setKind(each)}>
                {texts.record[each]}
              </Button>
            ))}
          </Group>
        ) : null}
        {taken ? <TakeBack id={retainer.id} movement={taken} onClose={() => setTaken(undefined)} /> : null}
      </Stack>
    </Modal>
  )
}

function Rows(props: { statement: Statement; onTakeBack?: (movement: Movement) => void }) {
  const { statement, onTakeBack } = props
  const format = useFormat()
  const { movements, currency } = statement
  if (movements.length === 0) return <p className={classes.quiet}>{texts.noMovements}</p>
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={texts.statement}>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.movement}</th>
            <th scope="col" data-number="true">
              {texts.moved}
            </th>
            <th scope="col" data-number="true">
              {texts.after}
            </th>
            <th scope="col">{texts.reference}</th>
            {onTakeBack ? (
              <th scope="col">
                <VisuallyHidden component="span">{texts.takeBack}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {movements.map((each) => (
            <tr key={`${each.kind} ${each.id}`} data-off={Boolean(each.withdrawn)}>
              <th scope="row">{format.date(each.date)}</th>
              <td data-label={texts.movement}>
                {each.invoice ? texts.paymentOf(each.invoice.number) : texts.movements[each.kind]}
              </td>
              <td data-label={texts.moved} data-number="true">
                {format.money(each.amount, currency)}
              </td>
              <td data-label={texts.after} data-number="true">
                {format.money(each.balance, currency)}
              </td>
              <td data-label={texts.reference}>
                {[
                  each.reference,
                  each.note,
                  each.withdrawn ? texts.wasTakenBack(each.withdrawn.reason) : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </td>
              {onTakeBack ? (
                <td>
                  {each.kind === 'Payment' || each.withdrawn ? null : (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={texts.takeBackOf(format.money(Math.abs(each.amount), currency))}
                      onClick={() => onTakeBack(each)}
                    >
                      {texts.takeBack}
                    </Button>
                  )}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MovementForm(props: { retainer: Props['retainer']; kind: Recordable; onDone: () => void }) {
  const { retainer, kind, onDone } = props
  const [amount, setAmount] = useState<number | null>(null)
  const [date, setDate] = useState('')
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const action = useMoveRetainer(retainer.id)
  const save = () =>
    action.mutate(
      {
        kind,
        amount: amount ?? 0,
        ...(date === '' ? {} : { date }),
        reference: reference.trim() || null,
        note: note.trim() || null,
      },
      {
        onSuccess: () => {
          showToast({ text: texts.recorded })
          onDone()
        },
      },
    )
  return (
    <Stack component="section" aria-label={texts.record[kind]}>
      <ErrorAlert error={action.error} shownFields={['amount', 'date', 'reference', 'note']} />
      <AmountInput
        label={`${texts.amount} (${retainer.currency})`}
        min={0}
        value={amount}
        error={fieldError(action.error, 'amount')}
        onChange={setAmount}
      />
      <DateInput
        label={texts.day}
        description={texts.today}
        value={date}
        error={fieldError(action.error, 'date')}
        onChange={setDate}
      />
      <TextInput
        label={texts.reference}
        maxLength={100}
        value={reference}
        error={fieldError(action.error, 'reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <TextInput
        label={texts.note}
        maxLength={4_000}
        value={note}
        error={fieldError(action.error, 'note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
        <ActionButton busy={action.isPending} disabled={!amount} onClick={save}>
          {texts.record[kind]}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function TakeBack(props: { id: number; movement: Movement; onClose: () => void }) {
  const { id, movement, onClose } = props
  const action = useTakeMovementBack(id)
  return (
    <ReasonDialog
      title={texts.takeBackTitle}
      label={texts.reason}
      hint={texts.reasonHint}
      confirmLabel={texts.takeBack}
      busy={action.isPending}
      error={action.error}
      onConfirm={(reason) => action.mutate({ movementId: movement.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{texts.takeBackText}</p>
    </ReasonDialog>
  )
}
