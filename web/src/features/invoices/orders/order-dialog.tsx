// Adding a purchase order, or changing one.
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { type RecordChoice, RecordSelect } from '../../../forms/inputs/record-select.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { kinds } from '../../../lib/kinds.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { othersQuery } from '../../rates/rate-calls.ts'
import type { CostReference } from '../allocation/allocation-calls.ts'
import { CostSelect } from '../allocation/cost-select.tsx'
import { type Order, useChangeOrder, useCreateOrder } from './order-calls.ts'
import classes from './orders.module.css'
import { orderTexts as texts } from './texts.ts'

const shownFields = ['number', 'currency', 'amount', 'from', 'to', 'costCentre', 'legalEntity', 'note']

interface Draft {
  readonly number: string
  readonly matter: RecordChoice | undefined
  readonly currency: string | undefined
  readonly amount: number | null
  readonly from: string
  readonly to: string
  readonly costCentre: CostReference | null
  readonly legalEntity: CostReference | null
  readonly note: string
}

const draftOf = (order: Order | undefined): Draft => ({
  number: order?.number ?? '',
  matter: order?.matter ? { id: order.matter.id, label: order.matter.name ?? '' } : undefined,
  currency: order?.currency,
  amount: order?.amount ?? null,
  from: order?.from ?? '',
  to: order?.to ?? '',
  costCentre: order?.costCentre ?? null,
  legalEntity: order?.legalEntity ?? null,
  note: order?.note ?? '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const referenceOf = (entry: { readonly id: number } | null | undefined) => (entry ? { id: entry.id } : null)

export function OrderDialog(props: { order?: Order; etag?: string | undefined; onClose: () => void }) {
  const { order, etag, onClose } = props
  const usual = useCurrency()
  const [firmId, setFirmId] = useState<number>()
  const [draft, setDraft] = useState<Draft>(() => draftOf(order))
  const [create, change] = [useCreateOrder(), useChangeOrder(order?.id ?? 0, etag)]
  const { isPending, error } = order ? change : create
  const currency = draft.currency ?? usual ?? ''
  const set = (next: Partial<Draft>) => setDraft({ ...draft, ...next })
  const isWhole =
    draft.number.trim() !== '' && draft.amount !== null && (order !== undefined || firmId !== undefined)
  function save() {
    const values = {
      number: draft.number.trim(),
      matter: referenceOf(draft.matter),
      currency: currency.trim(),
      amount: draft.amount ?? 0,
      from: orNull(draft.from),
      to: orNull(draft.to),
      costCentre: referenceOf(draft.costCentre),
      legalEntity: referenceOf(draft.legalEntity),
      note: orNull(draft.note),
    }
    const onSuccess = () => {
      showToast({ text: texts.saved })
      onClose()
    }
    if (order) change.mutate(values, { onSuccess })
    else if (firmId !== undefined) create.mutate({ firm: { id: firmId }, ...values }, { onSuccess })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={order ? texts.changeTitle(order.number ?? '') : texts.add}
      size="lg"
    >
      <Stack>
        <ErrorAlert error={error} shownFields={shownFields} />
        {order ? null : <FirmSelect value={firmId} onChange={setFirmId} />}
        <Values draft={draft} currency={currency} error={error} onChange={set} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={isPending} disabled={!isWhole} onClick={save}>
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function FirmSelect(props: { value: number | undefined; onChange: (id: number | undefined) => void }) {
  const { value, onChange } = props
  const firms = useQuery(othersQuery)
  return (
    <Select
      label={texts.firm}
      searchable
      required
      data={(firms.data ?? []).map(({ organization: { id, name } }) => ({
        value: String(id),
        label: name ?? '',
      }))}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
    />
  )
}

function Values(props: {
  draft: Draft
  currency: string
  error: unknown
  onChange: (next: Partial<Draft>) => void
}) {
  const { draft, currency, error, onChange } = props
  const errorOf = (field: string) => fieldError(error, field)
  return (
    <>
      <TextInput
        label={texts.number}
        description={texts.numberHint}
        required
        maxLength={255}
        value={draft.number}
        error={errorOf('number')}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <AmountInput
          label={texts.amount}
          decimalScale={4}
          min={0}
          value={draft.amount}
          error={errorOf('amount')}
          onChange={(amount) => onChange({ amount })}
        />
        <TextInput
          label={texts.currency}
          maxLength={3}
          value={currency}
          error={errorOf('currency')}
          onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
        />
        <DateInput
          label={texts.from}
          value={draft.from}
          error={errorOf('from')}
          onChange={(from) => onChange({ from })}
        />
        <DateInput
          label={texts.to}
          value={draft.to}
          error={errorOf('to')}
          onChange={(to) => onChange({ to })}
        />
        <CostSelect
          list="costCentres"
          label={texts.costCentre}
          value={draft.costCentre}
          error={errorOf('costCentre')}
          onChange={(costCentre) => onChange({ costCentre })}
        />
        <CostSelect
          list="legalEntities"
          label={texts.legalEntity}
          value={draft.legalEntity}
          error={errorOf('legalEntity')}
          onChange={(legalEntity) => onChange({ legalEntity })}
        />
      </div>
      <RecordSelect
        type={kinds.matter.type}
        label={texts.matter}
        description={texts.matterHint}
        record={draft.matter}
        onRecord={(matter) => onChange({ matter })}
      />
      {draft.matter ? (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.start ?? ''}
          onClick={() => onChange({ matter: undefined })}
        >
          {texts.noMatter}
        </Button>
      ) : null}
      <Textarea
        label={texts.note}
        autosize
        maxLength={2_000}
        value={draft.note}
        error={errorOf('note')}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  )
}
