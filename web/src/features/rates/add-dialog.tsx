// Agreeing a rate with a law firm.
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { type RecordChoice, RecordSelect } from '../../forms/inputs/record-select.tsx'
import { useCurrency } from '../../forms/use-currency.ts'
import { kinds } from '../../lib/kinds.ts'
import { fieldError } from '../../lib/refusal.ts'
import { useAddRate } from './rate-calls.ts'
import classes from './rates.module.css'
import { rateTexts as texts } from './texts.ts'

const shown = ['timekeeper.number', 'timekeeper.name', 'timekeeperClass', 'currency', 'rate', 'from', 'to']

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export function AddDialog({ firmId, onClose }: { firmId: number; onClose: () => void }) {
  const usual = useCurrency()
  const action = useAddRate()
  const [number, setNumber] = useState('')
  const [name, setName] = useState('')
  const [its, setClass] = useState('')
  const [matter, setMatter] = useState<RecordChoice>()
  const [currency, setCurrency] = useState<string>()
  const [rate, setRate] = useState<number | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [endEarlier, setEndEarlier] = useState(true)
  const error = (field: string) => fieldError(action.error, field)
  const save = () => {
    if (rate === null) return
    action.mutate(
      {
        firm: { id: firmId },
        matter: matter ? { id: matter.id } : null,
        timekeeper:
          orNull(number) === null && orNull(name) === null
            ? null
            : { number: number.trim(), name: orNull(name) },
        timekeeperClass: orNull(its),
        currency: (currency ?? usual ?? '').trim(),
        rate,
        from,
        to: to === '' ? null : to,
        endEarlier,
      },
      {
        onSuccess: () => {
          showToast({ text: texts.added })
          onClose()
        },
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title={texts.add}>
      <Stack>
        <ErrorAlert error={action.error} shownFields={shown} />
        <div className={classes.pair}>
          <TextInput
            data-autofocus
            label={texts.number}
            maxLength={100}
            value={number}
            error={error('timekeeper.number')}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <TextInput
            label={texts.name}
            maxLength={100}
            value={name}
            error={error('timekeeper.name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <p className={classes.quiet}>{texts.numberHint}</p>
        <TextInput
          label={texts.class}
          description={texts.classHint}
          maxLength={100}
          value={its}
          error={error('timekeeperClass')}
          onChange={(event) => setClass(event.currentTarget.value)}
        />
        <RecordSelect
          type={kinds.matter.type}
          label={texts.matter}
          description={texts.matterHint}
          record={matter}
          onRecord={setMatter}
        />
        <div className={classes.pair}>
          <AmountInput
            label={texts.rate}
            decimalScale={4}
            min={0}
            value={rate}
            error={error('rate')}
            onChange={setRate}
          />
          <TextInput
            label={texts.currency}
            maxLength={3}
            value={currency ?? usual ?? ''}
            error={error('currency')}
            onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          />
        </div>
        <div className={classes.pair}>
          <DateInput label={texts.firstDay} value={from} error={error('from')} onChange={setFrom} />
          <DateInput label={texts.lastDay} value={to} error={error('to')} onChange={setTo} />
        </div>
        <Checkbox
          label={texts.endEarlier}
          checked={endEarlier}
          onChange={(event) => setEndEarlier(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={action.isPending} disabled={rate === null || from === ''} onClick={save}>
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
