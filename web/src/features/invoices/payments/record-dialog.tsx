// Recording a payment: all that remains, unless the amount is changed.
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { showToast } from '../../../components/toast-store.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { arrangementsOfInvoiceQuery } from '../../matters/money/arrangements/arrangement-calls.ts'
import { arrangementTexts as fees } from '../../matters/money/arrangements/texts.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import classes from './payments.module.css'
import { useRecordPayment } from './payment-calls.ts'
import { paymentTexts as texts } from './texts.ts'

export function RecordDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const format = useFormat()
  const remaining = invoice.remaining ?? 0
  const sign = Math.sign(remaining)
  const [amount, setAmount] = useState<number | null>(Math.abs(remaining))
  const [day, setDay] = useState('')
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const [from, setFrom] = useState('')
  const used = useQuery({ ...arrangementsOfInvoiceQuery(invoice.id), enabled: sign > 0 })
  const retainers = (used.data?.items ?? []).filter(({ balance }) => (balance ?? 0) > 0)
  const record = useRecordPayment(invoice.id)
  const limit = format.money(Math.abs(remaining), invoice.currency)
  const save = () =>
    record.mutate(
      {
        amount: (amount ?? 0) * sign,
        ...(day === '' ? {} : { paidDateUtc: `${day}T12:00:00Z` }),
        reference: reference.trim() || null,
        note: note.trim() || null,
        ...(from === '' ? {} : { retainer: { id: Number(from) } }),
      },
      {
        onSuccess: () => {
          showToast({ text: texts.recorded })
          onClose()
        },
      },
    )
  const text = (name: 'reference' | 'note', value: string, set: (value: string) => void) => ({
    label: texts[name],
    value,
    maxLength: name === 'reference' ? 100 : 4_000,
    error: fieldError(record.error, name),
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  })
  return (
    <Modal opened onClose={onClose} title={sign < 0 ? texts.recordRefund : texts.record}>
      <Stack>
        <ErrorAlert
          error={record.error}
          shownFields={['amount', 'paidDateUtc', 'reference', 'note', 'retainer']}
        />
        {retainers.length === 0 ? null : (
          <NativeSelect
            label={fees.paidFrom}
            data={[
              { value: '', label: fees.bank },
              ...retainers.map(({ id, title, balance }) => ({
                value: String(id),
                label: fees.leftOf(title, format.money(balance ?? 0, invoice.currency)),
              })),
            ]}
            value={from}
            error={fieldError(record.error, 'retainer')}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              const left = retainers.find(({ id }) => String(id) === chosen)?.balance
              setFrom(chosen)
              setAmount(Math.min(Math.abs(remaining), left ?? Math.abs(remaining)))
            }}
          />
        )}
        <AmountInput
          data-autofocus
          label={`${texts.amount} (${invoice.currency})`}
          min={0}
          value={amount}
          error={fieldError(record.error, 'amount')}
          onChange={setAmount}
        />
        <p className={classes.hint}>{sign < 0 ? texts.refundHint(limit) : texts.amountHint(limit)}</p>
        <DateInput
          label={texts.day}
          description={texts.dayHint}
          value={day}
          error={fieldError(record.error, 'paidDateUtc')}
          onChange={setDay}
        />
        <TextInput {...text('reference', reference, setReference)} description={texts.referenceHint} />
        <TextInput {...text('note', note, setNote)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={record.isPending} disabled={amount === null || amount === 0} onClick={save}>
            {sign < 0 ? texts.recordRefund : texts.record}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
