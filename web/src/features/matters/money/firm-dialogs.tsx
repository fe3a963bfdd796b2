// The dialogs in which a law firm proposes a budget, and states what its work will still cost.
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { AmountAndCurrency, Buttons, LongText } from './dialog-parts.tsx'
import { type DraftPlan, draftOf, isWhole, planOf } from './plan.ts'
import { PlanFields } from './plan-fields.tsx'
import { type MatterEstimate, usePropose, useSetEstimate } from './proposal-calls.ts'
import { proposalTexts as texts } from './proposal-texts.ts'

const noteOf = (note: string) => (note.trim() === '' ? {} : { note: note.trim() })

export function ProposeDialog({ matterId, onClose }: { matterId: number; onClose: () => void }) {
  const [plan, setPlan] = useState<DraftPlan>(() => draftOf(null, ''))
  const [note, setNote] = useState('')
  const action = usePropose(matterId)
  const send = () => action.mutate({ ...planOf(plan), ...noteOf(note) }, { onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={texts.propose} size="lg">
      <Stack>
        <ErrorAlert error={action.error} shownFields={['amount', 'currency', 'note']} />
        <PlanFields plan={plan} onChange={(next) => setPlan({ ...plan, ...next })} error={action.error} />
        <Note value={note} onChange={setNote} error={action.error} />
        <Buttons onClose={onClose}>
          <ActionButton busy={action.isPending} disabled={!isWhole(plan)} onClick={send}>
            {texts.send}
          </ActionButton>
        </Buttons>
      </Stack>
    </Modal>
  )
}

export function EstimateDialog(props: {
  matterId: number
  latest: MatterEstimate['versions'][number] | undefined
  etag: string | undefined
  onClose: () => void
}) {
  const { matterId, latest, etag, onClose } = props
  const [amount, setAmount] = useState<number | null>(latest?.amount ?? null)
  const [currency, setCurrency] = useState(latest?.currency ?? '')
  const [note, setNote] = useState(latest?.note ?? '')
  const action = useSetEstimate(matterId)
  const save = () => {
    const estimate = { amount: amount ?? 0, ...(currency === '' ? {} : { currency }), ...noteOf(note) }
    action.mutate({ estimate, etag }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title={texts.estimate}>
      <Stack>
        <ErrorAlert error={action.error} shownFields={['amount', 'currency', 'note']} />
        <AmountAndCurrency
          label={texts.amount}
          amount={amount}
          currency={currency}
          error={action.error}
          onAmount={setAmount}
          onCurrency={setCurrency}
        />
        <Note value={note} onChange={setNote} error={action.error} />
        <Buttons onClose={onClose}>
          <ActionButton busy={action.isPending} disabled={amount === null} onClick={save}>
            {texts.save}
          </ActionButton>
        </Buttons>
      </Stack>
    </Modal>
  )
}

const Note = (props: { value: string; onChange: (value: string) => void; error: unknown }) => (
  <LongText name="note" label={texts.note} description={texts.noteHint} {...props} />
)
