// Asks what may be spent on a matter, and shows what was set before.
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { useCurrency } from '../../../forms/use-currency.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { type MatterMoney, type NewBudget, useSetBudget } from './budget-calls.ts'
import { budgetTexts as texts } from './budget-texts.ts'
import { Buttons, LongText, Versions } from './dialog-parts.tsx'
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
  const format = useFormat()
  const usual = useCurrency()
  const [typed, setTyped] = useState<DraftPlan>()
  const plan = typed ?? draftOf(budget, usual ?? '')
  const change = (next: Partial<DraftPlan>) => setTyped({ ...plan, ...next })
  const [typedRate, setTypedRate] = useState<number | null>()
  const { currency } = plan
  const keptRate = currency === budget?.currency ? (budget.planRate ?? null) : null
  const planRate = typedRate === undefined ? keptRate : typedRate
  const isForeign = usual !== undefined && /^[A-Z]{3}$/.test(currency) && currency !== usual
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
        <ErrorAlert error={action.error} shownFields={['amount', 'currency', 'planRate', 'reason']} />
        <PlanFields plan={plan} onChange={change} error={action.error} />
        {isForeign ? (
          <AmountInput
            label={texts.planRate}
            description={texts.planRateHint(currency, usual)}
            decimalScale={10}
            min={0}
            value={planRate}
            error={fieldError(action.error, 'planRate')}
            onChange={setTypedRate}
          />
        ) : null}
        <LongText
          name="reason"
          label={texts.reason}
          description={texts.reasonHint}
          required={needsReason}
          value={reason}
          error={action.error}
          onChange={setReason}
        />
        <Versions
          versions={versions}
          shown={(each) =>
            typeof each.amount !== 'number'
              ? texts.removed
              : [
                  format.money(each.amount, each.currency),
                  ...(typeof each.planRate === 'number'
                    ? [texts.atPlanRate(format.number(each.planRate))]
                    : []),
                ].join(', ')
          }
          why={(each) => each.reason}
        />
        <Buttons
          onClose={onClose}
          apart={
            budget ? (
              <Button variant="default" mr="auto" disabled={!isReady} onClick={() => save({ amount: null })}>
                {texts.remove}
              </Button>
            ) : null
          }
        >
          <ActionButton
            busy={action.isPending}
            disabled={!isWhole(plan) || !isReady}
            onClick={() => save({ ...planOf(plan), ...(isForeign ? { planRate } : {}) })}
          >
            {texts.save}
          </ActionButton>
        </Buttons>
      </Stack>
    </Modal>
  )
}
