// Changing the shares of an invoice, or what invoices of a matter begin with.
import { ActionIcon, Button, Group, Stack, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { showToast } from '../../../components/toast-store.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import type { CostReference, NamedShare, SavedAllocation } from './allocation-calls.ts'
import classes from './allocation.module.css'
import { CostSelect } from './cost-select.tsx'
import { allocationTexts as texts } from './texts.ts'

/** A share while it is edited. */
interface DraftShare {
  readonly key: number
  readonly costCentre: CostReference | null
  readonly legalEntity: CostReference | null
  readonly percent: number | null
}

interface Save {
  readonly isPending: boolean
  readonly error: unknown
  readonly mutate: (saved: SavedAllocation, after: { readonly onSuccess: () => void }) => void
}

let added = 0
const emptyShare = (percent: number | null): DraftShare => ({
  key: ++added,
  costCentre: null,
  legalEntity: null,
  percent,
})

// percentages have four decimals: their sum is exact in whole ten-thousandths
const sumOf = (shares: readonly DraftShare[]): number =>
  shares.reduce((sum, { percent }) => sum + Math.round((percent ?? 0) * 10_000), 0) / 10_000

export function AllocationDialog(props: {
  lead: string
  shares: readonly NamedShare[]
  needsReason: boolean
  save: Save
  onClose: () => void
}) {
  const { lead, needsReason, save, onClose } = props
  const format = useFormat()
  const [shares, setShares] = useState<readonly DraftShare[]>(() =>
    props.shares.length === 0 ? [emptyShare(100)] : props.shares.map((share) => ({ ...share, key: ++added })),
  )
  const [reason, setReason] = useState('')
  const all = sumOf(shares)
  const left = Math.round((100 - all) * 10_000) / 10_000
  const change = (key: number, next: Partial<DraftShare>) =>
    setShares(shares.map((share) => (share.key === key ? { ...share, ...next } : share)))
  const isWhole =
    shares.length === 0 ||
    (all === 100 &&
      shares.every(({ costCentre, legalEntity }) => costCentre !== null || legalEntity !== null))
  const submit = () =>
    save.mutate(
      {
        shares: shares.map(({ costCentre, legalEntity, percent }) => ({
          costCentre: costCentre && { id: costCentre.id },
          legalEntity: legalEntity && { id: legalEntity.id },
          percent: percent ?? 0,
        })),
        reason: reason.trim() === '' ? null : reason.trim(),
      },
      {
        onSuccess: () => {
          showToast({ text: texts.saved })
          onClose()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={texts.dialog} size="xl">
      <Stack>
        <p className={classes.quiet}>{lead}</p>
        <ErrorAlert error={save.error} shownFields={['reason']} />
        {shares.map((share, index) => (
          <ShareFields
            key={share.key}
            share={share}
            number={index + 1}
            error={save.error}
            onChange={(next) => change(share.key, next)}
            onRemove={() => setShares(shares.filter(({ key }) => key !== share.key))}
          />
        ))}
        <div className={classes.below}>
          <Button
            size="xs"
            variant="default"
            onClick={() => setShares([...shares, emptyShare(left > 0 ? left : null)])}
          >
            {texts.add}
          </Button>
          <output className={classes.sum} data-wrong={all !== 100 && shares.length > 0}>
            {texts.sum(format.number(all))}
          </output>
        </div>
        {needsReason ? (
          <Textarea
            label={texts.reason}
            description={texts.reasonHint}
            required
            autosize
            maxLength={2_000}
            value={reason}
            error={fieldError(save.error, 'reason')}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={save.isPending}
            disabled={!isWhole || (needsReason && reason.trim() === '')}
            onClick={submit}
          >
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function ShareFields(props: {
  share: DraftShare
  number: number
  error: unknown
  onChange: (next: Partial<DraftShare>) => void
  onRemove: () => void
}) {
  const { share, number, error, onChange, onRemove } = props
  const errorOf = (property: string) => fieldError(error, `shares[${number - 1}].${property}`)
  return (
    <fieldset className={classes.share}>
      <legend className={classes.legend}>{texts.share(number)}</legend>
      <CostSelect
        list="costCentres"
        label={texts.costCentre}
        value={share.costCentre}
        error={errorOf('costCentre') ?? errorOf('costCentre.id')}
        onChange={(costCentre) => onChange({ costCentre })}
      />
      <CostSelect
        list="legalEntities"
        label={texts.legalEntity}
        value={share.legalEntity}
        error={errorOf('legalEntity.id')}
        onChange={(legalEntity) => onChange({ legalEntity })}
      />
      <div className={classes.percent}>
        <AmountInput
          label={texts.percent}
          min={0}
          decimalScale={4}
          value={share.percent}
          error={errorOf('percent')}
          onChange={(percent) => onChange({ percent })}
        />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={texts.remove(number)}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
    </fieldset>
  )
}
