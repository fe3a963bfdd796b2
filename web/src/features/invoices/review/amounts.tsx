// The amounts of an invoice by kind: billed, and after its review.
import { useFormat } from '../../../components/format-context.ts'
import type { Invoice } from './invoice-calls.ts'
import classes from './amounts.module.css'
import { reviewTexts as texts } from './texts.ts'
import { sum } from './grouped-lines.ts'

export function Amounts({ invoice }: { invoice: Invoice }) {
  const format = useFormat()
  const { currency, review } = invoice
  const money = (value: number) => format.money(value, currency)
  const rows = [
    [texts.fees, invoice.fees, review?.fees],
    [texts.disbursements, invoice.disbursements, review?.disbursements],
    [texts.otherFees, invoice.otherFees, review?.otherFees],
    [texts.tax, invoice.totalTax, review?.totalTax],
    [texts.total, invoice.total, review?.total],
    ...withheldOf(invoice),
  ] as const
  const after = invoice.approvedTotal === null ? texts.afterReview : texts.approved
  const shown = rows.filter(
    ([label, billed, left]) => label === texts.total || billed !== 0 || (left ?? 0) !== 0,
  )
  return (
    <>
      <table className={classes.amounts}>
        <thead>
          <tr>
            <th scope="col">{texts.amounts}</th>
            <th scope="col">{texts.billed}</th>
            {review ? (
              <>
                <th scope="col" className={classes.off}>
                  {texts.reducedBy}
                </th>
                <th scope="col">{after}</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {shown.map(([label, billed, left]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{money(billed)}</td>
              {left === undefined ? null : (
                <>
                  <td className={classes.off}>{left === billed ? '–' : money(sum([billed, -left]))}</td>
                  <td>{money(left)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Beside invoice={invoice} />
    </>
  )
}

/** What is kept back, and so what is to be paid; nothing of most invoices. */
function withheldOf({ total, withheld, review }: Invoice) {
  if (!withheld && !review?.withheld) return []
  return [
    [texts.withheld, -(withheld ?? 0), review ? -(review.withheld ?? 0) : undefined],
    [texts.toPay, sum([total ?? 0, -(withheld ?? 0)]), review?.toPay],
  ] as const
}

/** What the organisation that pays owes or loses of taxes, in none of the totals. */
function Beside({ invoice }: { invoice: Invoice }) {
  const format = useFormat()
  const { currency, review } = invoice
  const rows = [
    [texts.reverseCharge, review?.reverseChargeTax ?? invoice.reverseChargeTax],
    [texts.notRecoverable, review?.nonRecoverableTax ?? invoice.nonRecoverableTax],
  ] as const
  const shown = rows.filter(([, amount]) => amount)
  if (shown.length === 0) return null
  const cost = [texts.cost, review?.cost ?? invoice.cost] as const
  return (
    <dl className={classes.beside} aria-label={texts.beside}>
      {[...shown, ...(typeof cost[1] === 'number' ? [cost] : [])].map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{format.money(amount ?? 0, currency)}</dd>
        </div>
      ))}
    </dl>
  )
}
