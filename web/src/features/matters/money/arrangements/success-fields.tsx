// The fields of a success fee: when it is due, how much, and how it is billed.
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { DateInput } from '../../../../components/date-input.tsx'
import { AmountInput } from '../../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../../lib/refusal.ts'
import classes from '../budget.module.css'
import type { DraftFee, DraftSuccess } from './draft.ts'
import { arrangementTexts as texts } from './texts.ts'

const ways = ['Amount', 'Percent'] as const

interface Props {
  readonly fee: DraftFee
  readonly currency: string
  readonly error: unknown
  readonly onChange: (next: Partial<DraftFee>) => void
}

export function SuccessFields({ fee, currency, error, onChange }: Props) {
  const { success } = fee
  const set = (next: Partial<DraftSuccess>) => onChange({ success: { ...success, ...next } })
  const amount = (name: 'percent' | 'minimum' | 'maximum', label: string) => (
    <AmountInput
      label={label}
      decimalScale={4}
      min={0}
      value={success[name]}
      error={fieldError(error, `success.${name}`)}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <>
      <Textarea
        required
        autosize
        label={texts.condition}
        description={texts.conditionHint}
        maxLength={2_000}
        value={success.condition}
        error={fieldError(error, 'success.condition')}
        onChange={(event) => set({ condition: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.feeIs}
        data={ways.map((value) => ({ value, label: texts.feeAs[value] }))}
        value={success.isPercent ? 'Percent' : 'Amount'}
        onChange={(event) => set({ isPercent: event.currentTarget.value === 'Percent' })}
      />
      {success.isPercent ? (
        <div className={classes.part}>
          {amount('percent', texts.percentOfResult)}
          {amount('minimum', `${texts.minimum} (${currency})`)}
          {amount('maximum', `${texts.maximum} (${currency})`)}
        </div>
      ) : (
        <AmountInput
          label={`${texts.withoutTax} (${currency})`}
          decimalScale={4}
          min={0}
          value={fee.amount}
          error={fieldError(error, 'amount')}
          onChange={(value) => onChange({ amount: value })}
        />
      )}
      <DateInput
        label={texts.latest}
        description={texts.latestHint}
        value={success.latest}
        error={fieldError(error, 'success.latest')}
        onChange={(latest) => set({ latest })}
      />
      <TextInput
        required
        label={texts.billedAs}
        description={texts.numberHint}
        maxLength={100}
        value={fee.billedAs}
        error={fieldError(error, 'billedAs')}
        onChange={(event) => onChange({ billedAs: event.currentTarget.value })}
      />
    </>
  )
}
