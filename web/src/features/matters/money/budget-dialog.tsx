// Asks what may be spent on a matter, and shows what was set before.
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { type MatterMoney, useSetBudget } from './budget-calls.ts'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'

export function BudgetDialog(props: {
  matterId: number
  money: MatterMoney
  etag: string | undefined
  onClose: () => void
}) {
  const { matterId, money, etag, onClose } = props
  const { budget, versions } = money
  const format = useFormat()
  const usual = useCurrency()
  const [amount, setAmount] = useState<number | undefined>(budget?.amount ?? undefined)
  const [currency, setCurrency] = useState<string>()
  const [reason, setReason] = useState('')
  const action = useSetBudget(matterId)
  const needsReason = budget !== null
  const save = (value: number | null) => {
    const code = (currency ?? budget?.currency ?? usual ?? '').trim()
    action.mutate(
      {
        budget: {
          amount: value,
          ...(code === '' ? {} : { currency: code }),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
        etag,
      },
      { onSuccess: onClose },
    )
  }
  const isReady = !needsReason || reason.trim() !== ''
  return (
    <Modal opened onClose={onClose} title={budget ? texts.change : texts.set}>
      <Stack>
        <ErrorAlert error={action.error} shownFields={['amount', 'currency', 'reason']} />
        <AmountInput
          data-autofocus
          label={texts.amount}
          decimalScale={4}
          min={0}
          value={amount}
          error={fieldError(action.error, 'amount')}
          onChange={(typed) => setAmount(typed ?? undefined)}
        />
        <TextInput
          label={texts.currency}
          maxLength={3}
          value={currency ?? budget?.currency ?? usual ?? ''}
          error={fieldError(action.error, 'currency')}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          required={needsReason}
          autosize
          maxLength={2_000}
          value={reason}
          error={fieldError(action.error, 'reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {versions.length > 0 ? (
          <details className={classes.versions}>
            <summary>{texts.versions}</summary>
            <ol>
              {versions.map(({ version, amount: was, currency: its, reason: why, set }) => (
                <li key={version}>
                  <strong>{typeof was === 'number' ? format.money(was, its) : texts.removed}</strong>
                  <span>{texts.versionBy(set.userName ?? '', format.dateTime(set.dateUtc ?? ''))}</span>
                  {why ? <span>{why}</span> : null}
                </li>
              ))}
            </ol>
          </details>
        ) : null}
        <Group justify="flex-end">
          {budget ? (
            <Button variant="default" mr="auto" disabled={!isReady} onClick={() => save(null)}>
              {texts.remove}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={amount === undefined || !isReady}
            onClick={() => save(amount ?? null)}
          >
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
