// Recording what became of a success fee, or correcting it.
import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../../components/action-button.tsx'
import { DateInput } from '../../../../components/date-input.tsx'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { Modal } from '../../../../components/floating/modal.tsx'
import { useFormat } from '../../../../components/format-context.ts'
import { showToast } from '../../../../components/toast-store.ts'
import { AmountInput } from '../../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../../lib/refusal.ts'
import { Buttons, LongText, Versions } from '../dialog-parts.tsx'
import { type Arrangement, useSetOutcome } from './arrangement-calls.ts'
import { outcomeText, type Success } from './success-texts.ts'
import { arrangementTexts as texts } from './texts.ts'

type State = Success['state']

interface Props {
  readonly fee: Arrangement
  readonly onClose: () => void
}

export function OutcomeDialog({ fee, onClose }: Props) {
  const format = useFormat()
  const { success, currency, matter } = fee
  const outcomes = success?.outcomes ?? []
  const [latest] = outcomes
  const states: readonly State[] = latest ? ['Succeeded', 'Failed', 'Open'] : ['Succeeded', 'Failed']
  const [state, setState] = useState<State>('Succeeded')
  const [date, setDate] = useState('')
  const [result, setResult] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const action = useSetOutcome(matter?.id ?? 0)
  const percent = success?.percent
  const needsResult = state === 'Succeeded' && typeof percent === 'number'
  const save = () =>
    action.mutate(
      {
        id: fee.id,
        version: latest?.version ?? 0,
        outcome: {
          state,
          reason: reason.trim(),
          ...(date === '' || state === 'Open' ? {} : { date }),
          ...(needsResult ? { result } : {}),
        },
      },
      {
        onSuccess: () => {
          showToast({ text: texts.outcomeSaved })
          onClose()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={latest ? texts.correctOutcome : texts.recordOutcome} size="lg">
      <Stack>
        <ErrorAlert error={action.error} shownFields={['state', 'date', 'result', 'reason']} />
        <NativeSelect
          data-autofocus
          label={texts.outcome}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
          value={state}
          error={fieldError(action.error, 'state')}
          onChange={(event) => setState(event.currentTarget.value as State)}
        />
        {state === 'Open' ? null : (
          <DateInput
            label={texts.outcomeDay}
            description={texts.today}
            value={date}
            error={fieldError(action.error, 'date')}
            onChange={setDate}
          />
        )}
        {needsResult ? (
          <AmountInput
            label={`${texts.result} (${currency})`}
            description={texts.resultHint(format.number(percent))}
            decimalScale={4}
            min={0}
            value={result}
            error={fieldError(action.error, 'result')}
            onChange={setResult}
          />
        ) : null}
        <LongText
          name="reason"
          label={texts.reason}
          description={texts.outcomeReasonHint}
          required
          value={reason}
          error={action.error}
          onChange={setReason}
        />
        <Versions
          versions={outcomes}
          shown={(each) => outcomeText(format, currency, each)}
          why={(each) => each.reason}
        />
        <Buttons onClose={onClose}>
          <ActionButton
            busy={action.isPending}
            disabled={reason.trim() === '' || (needsResult && result === null)}
            onClick={save}
          >
            {texts.save}
          </ActionButton>
        </Buttons>
      </Stack>
    </Modal>
  )
}
