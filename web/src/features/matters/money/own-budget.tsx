// The budget in the currency of the organisation: at the plan rate, beside what invoices come to, and what of the
// difference is from the rates alone.
import { useFormat } from '../../../components/format-context.ts'
import type { MatterMoney } from './budget-calls.ts'
import classes from './budget.module.css'
import { budgetTexts as texts } from './budget-texts.ts'

type OwnBudget = NonNullable<MatterMoney['ownBudget']>
type Row = Pick<OwnBudget, 'budget' | 'atPlan' | 'atRates' | 'difference'>

const used = ['approved', 'pending', 'accrued'] as const
const sumOf = (amounts: Row['atPlan']) => amounts.approved + amounts.pending + amounts.accrued

export function OwnBudgetTable({ own }: { own: OwnBudget }) {
  const format = useFormat()
  const { budget, atPlan, atRates, difference, currency, planRate, years } = own
  return (
    <>
      <div className={classes.scroll}>
        <table className={`${classes.table} ${classes.numbers}`}>
          <caption>{texts.ownTitle(currency, format.number(planRate))}</caption>
          <Head first={texts.inAll} />
          <tbody>
            <Line label={texts.budget} currency={currency} atPlan={budget} atRates={budget} />
            {used.map((kind) => (
              <Line
                key={kind}
                label={texts[kind]}
                currency={currency}
                atPlan={atPlan[kind]}
                atRates={atRates?.[kind]}
                difference={difference?.[kind] ?? null}
              />
            ))}
            <UsedLine label={texts.usedInAll} row={own} currency={currency} />
            <Line
              isTotal
              label={texts.available}
              currency={currency}
              atPlan={atPlan.available}
              atRates={atRates?.available}
            />
          </tbody>
        </table>
      </div>
      {years.length === 0 ? null : (
        <div className={classes.scroll}>
          <table className={`${classes.table} ${classes.numbers}`}>
            <caption>{texts.ownYears(currency)}</caption>
            <Head first={texts.year} />
            <tbody>
              {years.map((year) => (
                <UsedLine key={year.year} label={String(year.year)} row={year} currency={currency} />
              ))}
              <UsedLine isTotal label={texts.inAll} row={own} currency={currency} />
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

const Head = ({ first }: { first: string }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      <th scope="col">{texts.atPlan}</th>
      <th scope="col">{texts.atRates}</th>
      <th scope="col">{texts.rateDifference}</th>
    </tr>
  </thead>
)

function UsedLine(props: { label: string; row: Row; currency: string; isTotal?: boolean }) {
  const { row, ...rest } = props
  const { atPlan, atRates, difference } = row
  return (
    <Line
      {...rest}
      atPlan={sumOf(atPlan)}
      atRates={atRates ? sumOf(atRates) : undefined}
      difference={difference?.inAll ?? null}
    />
  )
}

function Line(props: {
  label: string
  currency: string
  atPlan: number
  /** None where a rate is missing. */
  atRates: number | undefined
  /** Null where a rate is missing; none of what the plan rate alone decides, or follows from the rows above. */
  difference?: number | null
  isTotal?: boolean
}) {
  const { label, currency, atPlan, atRates, difference, isTotal } = props
  const format = useFormat()
  const show = (value: number | null | undefined) =>
    typeof value !== 'number' ? texts.missingRate : format.money(value, currency)
  return (
    <tr data-total={isTotal}>
      <th scope="row">{label}</th>
      <td data-label={texts.atPlan}>{show(atPlan)}</td>
      <td data-label={texts.atRates}>{show(atRates)}</td>
      <td data-label={texts.rateDifference}>
        {difference === undefined ? texts.notPlanned : show(difference)}
      </td>
    </tr>
  )
}
