// What is left of the matter's budget with an invoice that waits for approval.
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../components/format-context.ts'
import { kindOf, useMe } from '../../../components/me-context.ts'
import { moneyQuery } from './budget-calls.ts'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'
import { NotCounted } from './not-counted.tsx'

/** Nothing without a budget, and for people of law firms, who do not see budgets. */
export function AfterInvoice(props: { matterId: number; invoiceDate: string | null }) {
  const { matterId, invoiceDate } = props
  const format = useFormat()
  const isFirm = kindOf(useMe()) === 'law firm'
  const money = useQuery({ ...moneyQuery(matterId), enabled: !isFirm })
  const { budget, periods = [], notCounted = [] } = money.data?.value ?? {}
  const period = periods.find(({ from, to }) => !from || !to || isBetween(invoiceDate, from, to))
  const available = period?.available
  if (!budget || typeof available !== 'number') return null
  const isOver = available < 0
  const amount = format.money(Math.abs(available), budget.currency)
  return (
    <>
      <p className={classes.after} data-over={isOver}>
        {isOver ? texts.exceeds(amount) : texts.within(amount)}{' '}
        {budget.includesTax ? texts.withTax : texts.withoutTax}
      </p>
      <NotCounted money={{ notCounted }} />
    </>
  )
}

const isBetween = (date: string | null, from: string, to: string) =>
  date !== null && date.slice(0, 10) >= from && date.slice(0, 10) <= to
