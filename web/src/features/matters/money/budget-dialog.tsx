// Asks what may be spent on a matter, and shows what was set before.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { useCurrency } from '../../../forms/use-currency.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { type MatterMoney, type NewBudget, useSetBudget } from './budget-calls.ts'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'
import { type DraftPlan, draftOf, isWhole, planOf } from './plan.ts'
import { PlanFields } from './plan-fields.tsx'

export function BudgetDialog(props: {
  matterId: number
  money: MatterMoney
  etag: string | undefined
  onClose: () => void
}) {
  const { matterId, money, etag, onClose } = props
  const { budget, versions } = money
  const usual = useCurrency()
  const [typed, setTyped] = useState<DraftPlan>()
  const plan = typed ?? draftOf(budget, usual ?? '')
  const change = (next: Partial<DraftPlan>) => setTyped({ ...plan, ...next })
  const [reason, setReason] = useState('')
  const action = useSetBudget(matterId)
  const needsReason = budget !== null
  const save = (next: NewBudget) =>
    action.mutate(
      { budget: { ...next, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }, etag },
      { onSuccess: onClose },
    )
  const isReady = !needsReason || reason.trim() !== ''
  return (
    <Modal opened onClose={onClose} title={budget ? texts.change : texts.set} size="lg">
      <Stack>
        <ErrorAlert error={action.error} shownFields={['amount', 'currency', 'reason']} />
        <PlanFields plan={plan} onChange={change} error={action.error} />
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
        <Versions versions={versions} />
        <Group justify="flex-end">
          {budget ? (
            <Button variant="default" mr="auto" disabled={!isReady} onClick={() => save({ amount: null })}>
              {texts.remove}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={!isWhole(plan) || !isReady}
            onClick={() => save(planOf(plan))}
          >
            {texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function Versions({ versions }: Pick<MatterMoney, 'versions'>) {
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <details className={classes.versions}>
      <summary>{texts.versions}</summary>
      <ol>
        {versions.map(({ version, amount, currency, reason, set }) => (
          <li key={version}>
            <strong>{typeof amount === 'number' ? format.money(amount, currency) : texts.removed}</strong>
            <span>{texts.versionBy(set.userName ?? '', format.dateTime(set.dateUtc ?? ''))}</span>
            {reason ? <span>{reason}</span> : null}
          </li>
        ))}
      </ol>
    </details>
  )
}
