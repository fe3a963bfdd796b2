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
import { NotCounted } from './not-counted.tsx'
import { ProposedBudgets } from './proposed-budgets.tsx'

const OwnBudgetTable = lazily(() => import('./own-budget.tsx'), 'OwnBudgetTable')
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
      {value.ownBudget ? <OwnBudgetTable own={value.ownBudget} /> : null}
      <Estimates money={value} />
      <ProposedBudgets matterId={matterId} />
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
  const { budget, periods, available, forecast, notCounted } = money
  if (!budget || typeof budget.amount !== 'number' || typeof available !== 'number') return null
  const { amount, currency } = budget
  const sum = (name: 'approved' | 'pending' | 'accrued') => periods.reduce((all, each) => all + each[name], 0)
  const used = amount === 0 ? 100 : Math.round(((amount - available) / amount) * 100)
  const show = (value: number) => format.money(value, currency)
  const agreed = money.spends.find((each) => each.currency === currency)
  const { committed, contingent } = agreed ?? { committed: 0, contingent: 0 }
  return (
    <>
      <dl className={classes.facts}>
        {(
          [
            [texts.budget, show(amount)],
            [texts.approved, show(sum('approved'))],
            [texts.pending, show(sum('pending'))],
            ...(sum('accrued') > 0 ? ([[texts.accrued, show(sum('accrued'))]] as const) : []),
            [available < 0 ? texts.over : texts.available, show(Math.abs(available))],
            ...(committed > 0 ? ([[texts.committed, show(committed)]] as const) : []),
            ...(contingent === 0
              ? []
              : ([[texts.contingent, contingent === null ? texts.notKnown : show(contingent)]] as const)),
            ...(typeof forecast === 'number'
              ? ([[forecast > amount ? texts.forecastOver : texts.forecast, show(forecast)]] as const)
              : []),
          ] as const
        ).map(([label, shown]) => (
          <div key={label} data-over={label === texts.over || label === texts.forecastOver}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.bar} data-over={available < 0}>
        <div style={{ inlineSize: `${Math.min(Math.max(used, 0), 100)}%` }} />
      </div>
      <p className={classes.quiet}>
        {notCounted.length === 0 ? `${texts.used(format.number(used))}. ` : null}
        {budget.includesTax ? texts.withTax : texts.withoutTax}{' '}
        {money.spends.some((each) => each.currency !== currency) ? texts.converted : null}
      </p>
      <NotCounted money={money} />
    </>
  )
}

function Estimates({ money: { estimates } }: { money: MatterMoney }) {
  const format = useFormat()
  if (estimates.length === 0) return null
  return (
    <section aria-label={texts.estimates} className={classes.proposals}>
      <h2>{texts.estimates}</h2>
      <ul>
        {estimates.map(({ firm, amount, currency, note, set }) => (
          <li key={firm.id}>
            <strong>{texts.estimateOf(firm.name ?? '', format.money(amount, currency))}</strong>
            <span className={classes.quiet}>
              {texts.versionBy(set.userName ?? '', format.dateTime(set.dateUtc ?? ''))}
            </span>
            {note ? <span>{note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
