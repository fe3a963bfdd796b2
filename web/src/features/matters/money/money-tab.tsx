// The money of a matter: its invoices with their totals, and what it is called in accounts.
import { useQuery } from '@tanstack/react-query'
import { Anchor } from '@mantine/core'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { kindOf, useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { invoiceStates, stateOf } from '../../../lib/states.ts'
import { lazily } from '../../../components/lazily.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import { DefaultAllocation } from './default-allocation.tsx'
import { type Invoice, invoicesQuery } from '../../records/record-invoices.ts'
import { matterRef } from '../matter-kind.ts'
import classes from './money.module.css'
import { moneyTexts as texts } from './texts.ts'

const ArrangementsPanel = lazily(() => import('./arrangements/arrangements-panel.tsx'), 'ArrangementsPanel')
const ExposurePanel = lazily(() => import('./exposure-panel.tsx'), 'ExposurePanel')
const FirmPlan = lazily(() => import('./firm-plan.tsx'), 'FirmPlan')

export function MoneyTab({ matterId }: { matterId: number }) {
  const format = useFormat()
  const me = useMe()
  const invoices = useQuery(invoicesQuery(matterRef(matterId)))
  const items = invoices.data ?? []
  return (
    <div className={classes.money}>
      {kindOf(me) === 'law firm' ? null : <BudgetPanel matterId={matterId} />}
      <ArrangementsPanel matterId={matterId} />
      {kindOf(me) === 'law firm' ? null : <ExposurePanel matterId={matterId} />}
      {kindOf(me) === 'law firm' ? null : <DefaultAllocation matterId={matterId} />}
      {kindOf(me) !== 'law firm' && me.can.manageInvoices ? (
        <Anchor href={`#/administration/billing-guidelines?of=${matterId}`} size="sm">
          {texts.guidelines}
        </Anchor>
      ) : null}
      {kindOf(me) === 'law firm' && me.can.manageInvoices ? <FirmPlan matterId={matterId} /> : null}
      <ErrorAlert error={invoices.error} title={texts.notLoaded} />
      {invoices.isPending ? <PageSkeleton lines={4} /> : null}
      {invoices.isSuccess && items.length === 0 ? (
        <EmptyState title={texts.none} lead={texts.noneLead} />
      ) : null}
      {items.length === 0 ? null : (
        <>
          <dl className={classes.totals}>
            {totalsOf(items).map(({ label, amounts }) => (
              <div key={label} className={classes.total}>
                <dt>{label}</dt>
                <dd>{amounts.map(([currency, sum]) => format.money(sum, currency)).join(' + ')}</dd>
              </div>
            ))}
          </dl>
          <div className={classes.scroll}>
            <table className={classes.table}>
              <caption className={classes.caption}>{texts.invoices}</caption>
              <thead>
                <tr>
                  <th scope="col">{texts.number}</th>
                  <th scope="col">{texts.from}</th>
                  <th scope="col">{texts.date}</th>
                  <th scope="col">{texts.status}</th>
                  <th scope="col" className={classes.amount}>
                    {texts.total}
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((invoice) => (
                  <tr key={invoice.id}>
                    <th scope="row">
                      <Anchor href={`#/invoices/${invoice.id}`} size="sm" underline="hover">
                        {invoice.number}
                      </Anchor>
                    </th>
                    <td>{invoice.providerName}</td>
                    <td>{invoice.invoiceDate ? format.date(invoice.invoiceDate) : ''}</td>
                    <td>
                      <StateBadge state={stateOf(invoiceStates, invoice.status)} />
                    </td>
                    <td className={classes.amount}>
                      {format.money(invoice.total ?? 0, invoice.currency ?? '')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  )
}

const groups = [
  { label: texts.open, states: ['Posted', 'InReview'] },
  { label: texts.approved, states: ['Approved'] },
  { label: texts.paid, states: ['Paid'] },
] as const

/** What is open, approved and paid, by currency. */
function totalsOf(invoices: readonly Invoice[]) {
  return groups.map(({ label, states }) => {
    const sums = new Map<string, number>()
    for (const { status, currency = '', total = 0 } of invoices) {
      if (states.some((state) => state === status)) sums.set(currency, (sums.get(currency) ?? 0) + total)
    }
    const first = invoices[0]?.currency ?? ''
    return { label, amounts: sums.size === 0 ? ([[first, 0]] as [string, number][]) : [...sums] }
  })
}
