// Asks what a matter may cost, and shows what was stated before.
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { fieldError } from '../../../lib/refusal.ts'
import classes from './budget.module.css'
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
          value={currency ?? usual ?? ''}
          error={fieldError(action.error, 'currency')}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
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
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          autosize
          maxLength={2_000}
          value={note}
          error={fieldError(action.error, 'note')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Versions versions={versions} />
        <Group justify="flex-end">
          {isStated ? (
            <Button variant="default" mr="auto" onClick={takeAway}>
              {texts.remove}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={amount === null || probability === null}
            onClick={save}
          >
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function Versions({ versions }: Pick<Props, 'versions'>) {
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <details className={classes.versions}>
      <summary>{texts.versions}</summary>
      <ol>
        {versions.map(({ version, amount, currency, probability, note, set }) => (
          <li key={version}>
            <strong>
              {typeof amount === 'number'
                ? `${format.money(amount, currency)} · ${texts.percent(probability)}`
                : texts.removed}
            </strong>
            <span>{texts.versionBy(set.userName ?? '', format.dateTime(set.dateUtc ?? ''))}</span>
            {note ? <span>{note}</span> : null}
          </li>
        ))}
      </ol>
    </details>
  )
}
