// Asks what lines are reduced to, or why they are rejected.
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { showToast } from '../../../components/toast-store.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { type AskedDecision, type Invoice, type Line, type Reason, useReviewLines } from './invoice-calls.ts'
import { ReasonFields } from './reason-fields.tsx'
import { sum } from './grouped-lines.ts'
import { reviewTexts as texts } from './texts.ts'

type Way = keyof typeof texts.ways

export function DecideDialog(props: {
  invoice: Invoice
  decision: 'Reduced' | 'Rejected'
  lines: readonly Line[]
  onDone: () => void
  onClose: () => void
}) {
  const { invoice, decision, lines, onDone, onClose } = props
  const format = useFormat()
  const [way, setWay] = useState<Way>('reducedByPercent')
  const [value, setValue] = useState<number>()
  const [reason, setReason] = useState<Reason>()
  const [note, setNote] = useState('')
  const action = useReviewLines(invoice.id)
  const isReduced = decision === 'Reduced'
  const isReady =
    reason !== undefined && (!isReduced || value !== undefined) && (reason !== 'Other' || note.trim() !== '')
  const before = lines.map(
    ({ number, review }): AskedDecision => ({ number, ...(review ? asAsked(review) : { decision: null }) }),
  )
  const send = () =>
    action.mutate(
      lines.map(({ number }) => ({
        number,
        decision,
        ...(isReduced && value !== undefined ? { [way]: value } : {}),
        reason: reason ?? null,
        note: note.trim() === '' ? null : note.trim(),
      })),
      {
        onSuccess: () => {
          showToast({
            text: `${texts.decisions[decision]}: ${texts.countOf(lines.length)}`,
            undo: () => action.mutate(before),
          })
          onDone()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={(isReduced ? texts.reduceTitle : texts.rejectTitle)(lines.length)}>
      <Stack>
        <div>
          {texts.wasBilled}: {format.money(sum(lines.map(({ amount }) => amount)), invoice.currency)}
        </div>
        <ErrorAlert error={action.error} />
        {isReduced ? (
          <>
            <NativeSelect
              label={texts.way}
              value={way}
              data={Object.entries(texts.ways).map(([each, label]) => ({ value: each, label }))}
              onChange={(event) => setWay(event.currentTarget.value as Way)}
            />
            <AmountInput
              data-autofocus
              label={texts.values[way]}
              decimalScale={4}
              min={0}
              value={value}
              onChange={(typed) => setValue(typed ?? undefined)}
            />
          </>
        ) : null}
        <ReasonFields reason={reason} note={note} onReason={setReason} onNote={setNote} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={action.isPending} disabled={!isReady} onClick={send}>
            {isReduced ? texts.reduce : texts.reject}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A decision as it is asked for again. */
function asAsked(review: NonNullable<Line['review']>): Omit<AskedDecision, 'number'> {
  const { decision, reason, note, approvedQuantity, approvedUnitPrice, approvedAmount, reducedByPercent } =
    review
  const way = { approvedQuantity, approvedUnitPrice, approvedAmount, reducedByPercent }
  return {
    decision,
    reason,
    note,
    ...Object.fromEntries(Object.entries(way).filter(([, value]) => value !== null && value !== undefined)),
  }
}
