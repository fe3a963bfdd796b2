// The budget of a matter: what is approved, waiting and left of it, and changing it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { useMe } from '../../../components/me-context.ts'
import { type MatterMoney, moneyQuery } from './budget-calls.ts'
import { BudgetTable } from './budget-table.tsx'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'

const BudgetDialog = lazily(() => import('./budget-dialog.tsx'), 'BudgetDialog')

export function BudgetPanel({ matterId }: { matterId: number }) {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const money = useQuery(moneyQuery(matterId))
  if (money.isError) return <ErrorAlert error={money.error} title={texts.notLoaded} />
  if (money.data === undefined) return null
  const { value, etag } = money.data
  return (
    <section aria-label={texts.budget} className={classes.budget}>
      {value.budget ? <Used money={value} /> : <p className={classes.quiet}>{texts.none}</p>}
      <BudgetTable money={value} />
      {me.can.manageInvoices ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {value.budget ? texts.change : texts.set}
        </Button>
      ) : null}
      {isOpen ? (
        <BudgetDialog matterId={matterId} money={value} etag={etag} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  )
}

function Used({ money }: { money: MatterMoney }) {
  const format = useFormat()
  const { budget, periods, available, complete } = money
  if (!budget || typeof budget.amount !== 'number' || typeof available !== 'number') return null
  const { amount, currency } = budget
  const sum = (name: 'approved' | 'pending') => periods.reduce((all, each) => all + each[name], 0)
  const used = amount === 0 ? 100 : Math.round(((amount - available) / amount) * 100)
  const show = (value: number) => format.money(value, currency)
  return (
    <>
      <dl className={classes.facts}>
        {(
          [
            [texts.budget, show(amount)],
            [texts.approved, show(sum('approved'))],
            [texts.pending, show(sum('pending'))],
            [available < 0 ? texts.over : texts.available, show(Math.abs(available))],
          ] as const
        ).map(([label, shown]) => (
          <div key={label} data-over={label === texts.over}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.bar} data-over={available < 0}>
        <div style={{ inlineSize: `${Math.min(Math.max(used, 0), 100)}%` }} />
      </div>
      <p className={classes.quiet}>
        {texts.used(format.number(used))}. {budget.includesTax ? texts.withTax : texts.withoutTax}{' '}
        {complete ? null : texts.incomplete}
      </p>
    </>
  )
}
