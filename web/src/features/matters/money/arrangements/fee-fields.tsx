// The fields of an arrangement: what it is for and how much; of a fixed fee also its parts and the days of the work.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { DateInput } from '../../../../components/date-input.tsx'
import { AmountInput } from '../../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../../lib/refusal.ts'
import { phaseCodes, phaseLabel } from '../phases.ts'
import classes from '../budget.module.css'
import type { Arrangement } from './arrangement-calls.ts'
import { type Division as Divided, type DraftFee, type DraftPart, divisions, emptyPart } from './draft.ts'
import { SuccessFields } from './success-fields.tsx'
import { TierFields } from './tier-fields.tsx'
import { arrangementTexts as texts } from './texts.ts'

interface Props {
  readonly kind: Arrangement['kind']
  readonly fee: DraftFee
  readonly currency: string
  readonly error: unknown
  readonly onChange: (next: Partial<DraftFee>) => void
}

export function FeeFields({ kind, fee, currency, error, onChange }: Props) {
  const errorOf = (field: string) => fieldError(error, field)
  return (
    <>
      <TextInput
        data-autofocus
        required
        label={texts.what}
        description={texts.whatHint}
        maxLength={200}
        value={fee.title}
        error={errorOf('title')}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {kind === 'Volume' ? (
        <TierFields
          tiers={fee.tiers}
          currency={currency}
          error={error}
          onChange={(tiers) => onChange({ tiers })}
        />
      ) : kind === 'Success' ? (
        <SuccessFields fee={fee} currency={currency} error={error} onChange={onChange} />
      ) : kind !== 'Retainer' ? (
        <Division kind={kind} fee={fee} currency={currency} error={error} onChange={onChange} />
      ) : (
        <AmountInput
          label={`${texts.heldAmount} (${currency})`}
          decimalScale={4}
          min={0}
          value={fee.amount}
          error={errorOf('amount')}
          onChange={(amount) => onChange({ amount })}
        />
      )}
    </>
  )
}

function Division({ kind, fee, currency, error, onChange }: Props) {
  const errorOf = (field: string) => fieldError(error, field)
  return (
    <>
      <NativeSelect
        label={texts.divided}
        data={divisions
          .filter((value) => kind === 'Fixed' || value !== 'Milestones')
          .map((value) => ({ value, label: texts.dividedAs[value] }))}
        value={fee.division}
        onChange={(event) => {
          const division = event.currentTarget.value as Divided
          onChange({ division, parts: fee.parts.length === 0 ? [emptyPart()] : fee.parts })
        }}
      />
      {fee.division === 'None' ? (
        <AmountInput
          label={`${texts.withoutTax} (${currency})`}
          decimalScale={4}
          min={0}
          value={fee.amount}
          error={errorOf('amount')}
          onChange={(amount) => onChange({ amount })}
        />
      ) : (
        <Parts fee={fee} onChange={(parts) => onChange({ parts })} />
      )}
      <div className={classes.part}>
        <DateInput
          label={texts.first}
          value={fee.from}
          error={errorOf('from')}
          onChange={(from) => onChange({ from })}
        />
        <DateInput
          label={texts.last}
          value={fee.to}
          error={errorOf('to')}
          onChange={(to) => onChange({ to })}
        />
      </div>
      {kind === 'Fixed' ? (
        <TextInput
          label={texts.billedAs}
          description={texts.billedAsHint}
          maxLength={100}
          value={fee.billedAs}
          error={errorOf('billedAs')}
          onChange={(event) => onChange({ billedAs: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}

function Parts(props: { fee: DraftFee; onChange: (parts: readonly DraftPart[]) => void }) {
  const { fee, onChange } = props
  const set = (at: number, change: Partial<DraftPart>) =>
    onChange(fee.parts.map((part, index) => (index === at ? { ...part, ...change } : part)))
  return (
    <div className={classes.parts}>
      {fee.parts.map((part, index) => (
        <fieldset key={part.key} className={classes.part} aria-label={texts.partIn(index)}>
          {fee.division === 'Phases' ? (
            <NativeSelect
              label={texts.phase}
              data={['', ...phaseCodes].map((code) => ({
                value: code,
                label: code ? phaseLabel(code) : texts.choosePhase,
              }))}
              value={part.phase}
              onChange={(event) => set(index, { phase: event.currentTarget.value })}
            />
          ) : (
            <TextInput
              label={texts.milestone}
              maxLength={200}
              value={part.name}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
          )}
          <AmountInput
            label={texts.amount}
            decimalScale={4}
            min={0}
            value={part.amount}
            onChange={(amount) => set(index, { amount })}
          />
          <DateInput label={texts.due} value={part.due} onChange={(due) => set(index, { due })} />
          <Button
            variant="default"
            aria-label={texts.removePart(index)}
            onClick={() => onChange(fee.parts.filter((_, at) => at !== index))}
          >
            {texts.remove}
          </Button>
        </fieldset>
      ))}
      <Button size="xs" variant="default" onClick={() => onChange([...fee.parts, emptyPart()])}>
        {texts.addPart}
      </Button>
    </div>
  )
}
