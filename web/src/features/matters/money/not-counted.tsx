// Amounts that do not count against a budget.
import { useFormat } from '../../../components/format-context.ts'
import type { MatterMoney } from './budget-calls.ts'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'

/** What is in no figure, as its rate is missing. */
export function NotCounted({ money: { notCounted } }: { money: Pick<MatterMoney, 'notCounted'> }) {
  const format = useFormat()
  if (notCounted.length === 0) return null
  const amounts = notCounted.map(({ amount, currency }) => format.money(amount, currency))
  return (
    <p className={classes.after} data-over>
      {texts.notCounted(format.list(amounts))}
    </p>
  )
}
