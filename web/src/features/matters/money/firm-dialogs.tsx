// The dialogs in which a law firm proposes a budget, and states what its work will still cost.
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../lib/refusal.ts'
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
        <AmountInput
          data-autofocus
          label={texts.amount}
          decimalScale={4}
          min={0}
          value={amount}
          error={fieldError(action.error, 'amount')}
          onChange={setAmount}
        />
        <TextInput
          label={texts.currency}
          maxLength={3}
          value={currency}
          error={fieldError(action.error, 'currency')}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
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

function Note(props: { value: string; onChange: (value: string) => void; error: unknown }) {
  return (
    <Textarea
      label={texts.note}
      description={texts.noteHint}
      autosize
      maxLength={2_000}
      value={props.value}
      error={fieldError(props.error, 'note')}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

const Buttons = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onClose}>
      {texts.cancel}
    </Button>
    {children}
  </Group>
)
