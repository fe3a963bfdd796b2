// The purchase order of an invoice on its page: what remains of it, what speaks against it, and naming another one.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { TextLink } from '../../../components/links.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { openOrdersQuery, type OrderOfInvoice, orderOfInvoiceQuery, useNameOrder } from './order-calls.ts'
import classes from './orders.module.css'
import { orderTexts as texts } from './texts.ts'

/** Nothing where the invoice names no order, and there is none to choose. */
export function OrderPanel({ invoice }: { invoice: Invoice }) {
  const named = useQuery(orderOfInvoiceQuery(invoice))
  const firmId = invoice.serviceProvider?.id
  const mayName = invoice.can.note
  const open = useQuery({ ...openOrdersQuery(firmId ?? 0), enabled: mayName && firmId !== undefined })
  if (named.isError) return <ErrorAlert error={named.error} />
  if (named.data === undefined) return null
  const { order, problems } = named.data
  const offered = open.data ?? []
  const isOpenInvoice = invoice.status === 'Posted' || invoice.status === 'InReview'
  if (order === null && problems.length === 0 && offered.length === 0) return null
  return (
    <Panel title={texts.panel}>
      <div className={classes.panel}>
        <Named named={named.data} />
        {problems.length > 0 ? (
          <Notice kind="caution" title={isOpenInvoice ? texts.warning : texts.warningAfter}>
            <ul className={classes.problems}>
              {problems.map((problem) => (
                <li key={problem}>{texts.problems[problem]}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {mayName && offered.length > 0 ? <Choice invoice={invoice} order={order} offered={offered} /> : null}
      </div>
    </Panel>
  )
}

function Named({ named: { number, order } }: { named: OrderOfInvoice }) {
  const format = useFormat()
  if (number === null) return <p className={classes.quiet}>{texts.nothingNamed}</p>
  if (!order) return <p className={classes.quiet}>{texts.named(number)}</p>
  const { id, amount, approved, pending, remaining, currency } = order
  const sums = [
    [texts.amount, amount],
    [texts.approved, approved],
    [texts.pending, pending],
    [remaining < 0 ? texts.over : texts.remaining, Math.abs(remaining)],
  ] as const
  return (
    <>
      <TextLink size="sm" to="/invoices/orders/$orderId" params={{ orderId: String(id) }}>
        {texts.order(order.number)}
      </TextLink>
      <dl className={classes.sums}>
        {sums.map(([label, sum]) => (
          <div key={label} data-over={label === texts.over}>
            <dt>{label}</dt>
            <dd>{format.money(sum, currency)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Choice(props: {
  invoice: Invoice
  order: OrderOfInvoice['order']
  offered: readonly {
    readonly id: number
    readonly number: string
    readonly remaining: number
    readonly currency: string
  }[]
}) {
  const { invoice, order, offered } = props
  const format = useFormat()
  const action = useNameOrder(invoice.id)
  const isClosed = order && !offered.some(({ id }) => id === order.id)
  const data = [
    ...(isClosed ? [{ value: order.number, label: order.number }] : []),
    ...offered.map(({ number, remaining, currency }) => ({
      value: number,
      label: texts.label(number, format.money(remaining, currency)),
    })),
  ]
  return (
    <>
      <ErrorAlert error={action.error} />
      <Select
        className={classes.choice ?? ''}
        label={texts.choose}
        placeholder={texts.noChoice}
        searchable
        clearable
        disabled={action.isPending}
        data={data}
        value={order?.number ?? null}
        onChange={(number) => action.mutate(number, { onSuccess: () => showToast({ text: texts.chosen }) })}
      />
    </>
  )
}
