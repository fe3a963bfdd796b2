// Sums of several currencies.
import { useFormat } from '../../../components/format-context.ts'
import type { FinanceExport } from './export-calls.ts'
import classes from './exports.module.css'

/** The sums of several currencies, one below the other. */
export function Totals({ totals }: { totals: FinanceExport['totals'] }) {
  const format = useFormat()
  return (
    <span className={classes.totals}>
      {totals.map(({ currency, total }) => (
        <span key={currency}>{format.money(total, currency)}</span>
      ))}
    </span>
  )
}
