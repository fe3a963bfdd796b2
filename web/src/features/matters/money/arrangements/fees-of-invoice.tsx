// The fee arrangements of an invoice on its page: what is billed of each before it, with it, and what is left.
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { useFormat } from '../../../../components/format-context.ts'
import { Panel } from '../../../../components/panel.tsx'
import { arrangementsOfInvoiceQuery } from './arrangement-calls.ts'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

const columns = [
  ['amount', texts.agreed],
  ['before', texts.before],
  ['own', texts.own],
  ['left', texts.left],
  ['over', texts.isOver],
] as const

/** Nothing where nothing is agreed beside rates. */
export function FeesOfInvoice({ invoiceId }: { invoiceId: number }) {
  const format = useFormat()
  const used = useQuery(arrangementsOfInvoiceQuery(invoiceId))
  if (used.isError) return <ErrorAlert error={used.error} title={texts.notLoaded} />
  if (!used.data || used.data.items.length === 0) return null
  const fees = used.data.items.filter(({ kind }) => kind !== 'Retainer' && kind !== 'Volume')
  const volumes = used.data.items.filter(({ kind }) => kind === 'Volume')
  const retainers = used.data.items.filter(({ kind }) => kind === 'Retainer')
  return (
    <Panel title={texts.onInvoice}>
      {retainers.map(({ id, title, balance, currency }) => (
        <p key={id} className={classes.quiet}>
          {texts.leftOf(title, format.money(balance ?? 0, currency))}
        </p>
      ))}
      {volumes.map(({ id, title, discount, before, currency }) => (
        <p key={id} className={classes.quiet}>
          {texts.ownDiscount(title, format.money(discount ?? 0, currency), format.money(before, currency))}
        </p>
      ))}
      {fees.length === 0 ? null : (
        <div className={classes.scroll}>
          <table className={classes.table} aria-label={texts.onInvoice}>
            <thead>
              <tr>
                <th scope="col">{texts.what}</th>
                {columns.map(([name, head]) => (
                  <th key={name} scope="col" data-number="true">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fees.map(({ id, title, currency, committed, remaining, ...sums }) => (
                <tr key={id}>
                  <th scope="row">{title}</th>
                  {columns.map(([name, head]) => (
                    <td
                      key={name}
                      data-label={head}
                      data-number="true"
                      data-over={name === 'over' && sums.over > 0}
                    >
                      {format.money(name === 'left' ? (remaining ?? committed) : sums[name], currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
