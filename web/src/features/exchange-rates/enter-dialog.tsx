// Entering a rate of exchange.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { useEnterRate } from './exchange-rate-calls.ts'
import classes from './exchange-rates.module.css'
import { exchangeRateTexts as texts } from './texts.ts'

export function EnterDialog({ ownCurrency, onClose }: { ownCurrency: string; onClose: () => void }) {
  const action = useEnterRate()
  const [currency, setCurrency] = useState('')
  const [from, setFrom] = useState('')
  const [rate, setRate] = useState<number | null>(null)
  const error = (field: string) => fieldError(action.error, field)
  const save = () => {
    if (rate === null) return
    const onSuccess = () => {
      showToast({ text: texts.added })
      onClose()
    }
    action.mutate({ currency: currency.trim(), from, rate }, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title={texts.add}>
      <Stack>
        <ErrorAlert error={action.error} shownFields={['currency', 'from', 'rate']} />
        <div className={classes.pair}>
          <TextInput
            data-autofocus
            label={texts.currency}
            maxLength={3}
            value={currency}
            error={error('currency')}
            onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          />
          <DateInput label={texts.from} value={from} error={error('from')} onChange={setFrom} />
        </div>
        <AmountInput
          label={texts.rateHint(currency.length === 3 ? currency : texts.other, ownCurrency)}
          decimalScale={10}
          min={0}
          value={rate}
          error={error('rate')}
          onChange={setRate}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={currency.trim() === '' || from === '' || rate === null}
            onClick={save}
          >
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
