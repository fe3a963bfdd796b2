// What is planned, used and left by fiscal year and phase: a table whose bars say the same as its numbers.
import { useFormat } from '../../../components/format-context.ts'
import { WideTable } from '../../../components/wide-table.tsx'
import type { MatterMoney } from './budget-calls.ts'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'
import { phaseLabel } from './phases.ts'

type Period = MatterMoney['periods'][number]
type Row = Pick<Period, 'budget' | 'approved' | 'pending' | 'accrued' | 'available'>

/** Nothing for a budget of a single amount against which only work without a phase counts. */
export function BudgetTable({ money }: { money: MatterMoney }) {
  const { budget, periods } = money
  if (
    !budget ||
    periods.every(({ year, phases }) => year === null && phases.every(({ phase }) => phase === null))
  )
    return null
  const title = budget.span === 'Yearly' ? texts.byYear : texts.byPhase
  return (
    <WideTable className={classes.scroll} label={title}>
      <table className={classes.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{budget.span === 'Yearly' ? texts.yearAndPhase : texts.phase}</th>
            <th scope="col">{texts.budget}</th>
            <th scope="col">{texts.approved}</th>
            <th scope="col">{texts.pending}</th>
            <th scope="col">{texts.accrued}</th>
            <th scope="col">{texts.available}</th>
            <th scope="col">{texts.usedHead}</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <PeriodRows
              key={period.year ?? 0}
              period={period}
              currency={budget.currency}
              isComplete={money.complete}
            />
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

function PeriodRows({ period, ...shared }: { period: Period; currency: string; isComplete: boolean }) {
  const { year, phases } = period
  const named = phases.filter(({ phase }) => year === null || phases.length > 1 || phase !== null)
  return (
    <>
      {year === null ? null : <Line label={String(year)} row={period} {...shared} isTotal />}
      {named.map((row) => (
        <Line
          key={row.phase ?? ''}
          label={typeof row.phase === 'string' ? phaseLabel(row.phase) : texts.allElse}
          row={row}
          {...shared}
          isPart={year !== null}
        />
      ))}
      {year === null ? <Line label={texts.inAll} row={period} {...shared} isTotal /> : null}
    </>
  )
}

function Line(props: {
  label: string
  row: Row
  currency: string
  /** Otherwise no percentage is shown. */
  isComplete: boolean
  isTotal?: boolean
  isPart?: boolean
}) {
  const { label, row, currency, isComplete, isTotal, isPart } = props
  const format = useFormat()
  const show = (value: number | null) => (value === null ? texts.notPlanned : format.money(value, currency))
  const isOver = typeof row.available === 'number' && row.available < 0
  return (
    <tr data-total={isTotal} data-part={isPart}>
      <th scope="row">{label}</th>
      <td data-label={texts.budget}>{show(row.budget ?? null)}</td>
      <td data-label={texts.approved}>{show(row.approved)}</td>
      <td data-label={texts.pending}>{show(row.pending)}</td>
      <td data-label={texts.accrued}>{show(row.accrued)}</td>
      <td data-label={texts.available} data-over={isOver}>
        {show(row.available ?? null)}
        {isOver ? ` ${texts.overShort}` : null}
      </td>
      <td data-label={texts.usedHead}>{isComplete ? <UsedBar row={row} /> : texts.notPlanned}</td>
    </tr>
  )
}

/** Approved, and pending with accrued, as two parts of a bar, with the percentage beside it. */
function UsedBar({ row }: { row: Row }) {
  const format = useFormat()
  const { budget, approved, pending, accrued } = row
  if (typeof budget !== 'number') return null
  const percent = (value: number) => (budget === 0 ? (value > 0 ? 100 : 0) : (value / budget) * 100)
  const [done, waits] = [percent(Math.max(approved, 0)), percent(Math.max(pending + accrued, 0))]
  const used = Math.round(percent(approved + pending + accrued))
  return (
    <span className={classes.used}>
      <span aria-hidden className={classes.bars} data-over={used > 100}>
        <span style={{ inlineSize: `${Math.min(done, 100)}%` }} />
        <span style={{ inlineSize: `${Math.min(waits, 100 - Math.min(done, 100))}%` }} />
      </span>
      {texts.percent(format.number(used))}
    </span>
  )
}
