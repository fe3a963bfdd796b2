// Asks by how much the whole invoice is reduced.
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { type AskedReduction, type Invoice, type Reason, useReduction } from './invoice-calls.ts'
import { ReasonFields } from './reason-fields.tsx'
import { reviewTexts as texts } from './texts.ts'

type By = keyof typeof texts.bys

export function ReductionDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const current = invoice.review?.reduction ?? undefined
  const [appliesTo, setAppliesTo] = useState(current?.appliesTo ?? 'Fees')
  const [by, setBy] = useState<By>(typeof current?.amount === 'number' ? 'amount' : 'percent')
  const [value, setValue] = useState<number | undefined>(current?.amount ?? current?.percent ?? undefined)
  const [reason, setReason] = useState<Reason | undefined>(current?.reason)
  const [note, setNote] = useState(current?.note ?? '')
  const action = useReduction(invoice.id)
  const isReady = value !== undefined && reason !== undefined && (reason !== 'Other' || note.trim() !== '')
  const send = (reduction: AskedReduction | null) => action.mutate(reduction, { onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={texts.reduceWhole}>
      <Stack>
        <ErrorAlert error={action.error} />
        <NativeSelect
          label={texts.appliesTo}
          value={appliesTo}
          data={Object.entries(texts.parts).map(([each, label]) => ({ value: each, label }))}
          onChange={(event) => setAppliesTo(event.currentTarget.value as 'Fees' | 'All')}
        />
        <NativeSelect
          label={texts.by}
          value={by}
          data={Object.entries(texts.bys).map(([each, label]) => ({ value: each, label }))}
          onChange={(event) => setBy(event.currentTarget.value as By)}
        />
        <AmountInput
          data-autofocus
          label={by === 'amount' ? texts.amountOff : texts.percentOff}
          decimalScale={4}
          min={0}
          value={value}
          onChange={(typed) => setValue(typed ?? undefined)}
        />
        <ReasonFields reason={reason} note={note} onReason={setReason} onNote={setNote} />
        <Group justify="flex-end">
          {current ? (
            <Button variant="default" mr="auto" onClick={() => send(null)}>
              {texts.removeReduction}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={!isReady}
            onClick={() => {
              if (value === undefined || reason === undefined) return
              send({ appliesTo, [by]: value, reason, note: note.trim() === '' ? null : note.trim() })
            }}
          >
            {texts.reduce}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
