// Asks what a matter may cost, and shows what was stated before.
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { AmountAndCurrency, Buttons, LongText, Versions } from './dialog-parts.tsx'
import { type Exposure, useSetExposure } from './exposure-calls.ts'
import { exposureTexts as texts } from './exposure-texts.ts'

interface Props {
  readonly matterId: number
  readonly versions: readonly Exposure[]
  readonly etag: string | undefined
  readonly onClose: () => void
}

export function ExposureDialog({ matterId, versions, etag, onClose }: Props) {
  const [latest] = versions
  const isStated = typeof latest?.amount === 'number'
  const format = useFormat()
  const usual = useCurrency()
  const [amount, setAmount] = useState<number | null>(latest?.amount ?? null)
  const [currency, setCurrency] = useState(latest?.currency)
  const [probability, setProbability] = useState<number | null>(isStated ? latest.probability : null)
  const [reserve, setReserve] = useState<number | null>(latest?.reserve ?? null)
  const [note, setNote] = useState(latest?.note ?? '')
  const action = useSetExposure(matterId)
  const noted = note.trim() === '' ? {} : { note: note.trim() }
  const save = () => {
    const stated = { amount, currency: currency ?? usual ?? '', probability: probability ?? 0, reserve }
    action.mutate({ exposure: { ...stated, ...noted }, etag }, { onSuccess: onClose })
  }
  const takeAway = () => action.mutate({ exposure: { amount: null, ...noted }, etag }, { onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={isStated ? texts.change : texts.set}>
      <Stack>
        <ErrorAlert
          error={action.error}
          shownFields={['amount', 'currency', 'probability', 'reserve', 'note']}
        />
        <AmountAndCurrency
          label={texts.amount}
          amount={amount}
          currency={currency ?? usual ?? ''}
          error={action.error}
          onAmount={setAmount}
          onCurrency={setCurrency}
        />
        <AmountInput
          label={texts.likely}
          decimalScale={0}
          min={0}
          value={probability}
          error={fieldError(action.error, 'probability')}
          onChange={setProbability}
        />
        <AmountInput
          label={texts.setAside}
          decimalScale={4}
          min={0}
          value={reserve}
          error={fieldError(action.error, 'reserve')}
          onChange={setReserve}
        />
        <LongText
          name="note"
          label={texts.note}
          description={texts.noteHint}
          value={note}
          error={action.error}
          onChange={setNote}
        />
        <Versions
          versions={versions}
          shown={(each) =>
            typeof each.amount === 'number'
              ? `${format.money(each.amount, each.currency)} · ${texts.percent(each.probability)}`
              : texts.removed
          }
          why={(each) => each.note}
        />
        <Buttons
          onClose={onClose}
          apart={
            isStated ? (
              <Button variant="default" mr="auto" onClick={takeAway}>
                {texts.remove}
              </Button>
            ) : null
          }
        >
          <ActionButton
            busy={action.isPending}
            disabled={amount === null || probability === null}
            onClick={save}
          >
            {texts.save}
          </ActionButton>
        </Buttons>
      </Stack>
    </Modal>
  )
}
