// One purchase order: what it is for, what is used of it, and what can be done with it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { DescriptionList } from '../../../components/description-list.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { type Order, orderQuery, useChangeOrder, useRemoveOrder } from './order-calls.ts'
import classes from './orders.module.css'
import { orderTexts as texts } from './texts.ts'

const OrderDialog = lazily(() => import('./order-dialog.tsx'), 'OrderDialog')

export function OrderPage() {
  const { orderId = '' } = useParams({ strict: false })
  const order = useQuery(orderQuery(Number(orderId)))
  if (order.isError) {
    return (
      <Page title={texts.unknownOrder}>
        <ErrorPanel error={order.error} title={texts.notShown} retry={order.refetch} />
      </Page>
    )
  }
  if (order.data === undefined) return <PageSkeleton />
  return <WholeOrder order={order.data.value} etag={order.data.etag} />
}

function WholeOrder({ order, etag }: { order: Order; etag: string | undefined }) {
  const me = useMe()
  const mayChange = me.organization.type === 'Customer' && me.can.manageInvoices
  return (
    <Page
      title={texts.order(order.number)}
      lead={order.firm.name ?? ''}
      actions={<TextLink to="/invoices/orders">{texts.title}</TextLink>}
    >
      <Panel>
        <Sums order={order} />
        <Facts order={order} />
        {mayChange ? <Acts order={order} etag={etag} /> : null}
      </Panel>
    </Page>
  )
}

function Sums({ order }: { order: Order }) {
  const format = useFormat()
  const { amount, approved, pending, remaining, currency, invoicesInOtherCurrencies: others } = order
  const sums = [
    [texts.amount, amount],
    [texts.approved, approved],
    [texts.pending, pending],
    [remaining < 0 ? texts.over : texts.remaining, Math.abs(remaining)],
  ] as const
  return (
    <>
      <dl className={classes.sums}>
        {sums.map(([label, sum]) =>
          sum === null ? null : (
            <div key={label} data-over={label === texts.over}>
              <dt>{label}</dt>
              <dd>{format.money(sum, currency)}</dd>
            </div>
          ),
        )}
      </dl>
      {others > 0 ? <p className={classes.quiet}>{texts.otherCurrencies(others)}</p> : null}
    </>
  )
}

function Facts({ order }: { order: Order }) {
  const format = useFormat()
  const { from, to, matter, costCentre, legalEntity, note, open, created, number } = order
  const [first, last] = [from && format.date(from), to && format.date(to)]
  const days = first
    ? last
      ? texts.valid(first, last)
      : texts.validFrom(first)
    : last
      ? texts.validTo(last)
      : texts.always
  const entry = (named: Order['costCentre']) => (named ? `${named.code} ${named.name}` : null)
  const facts = [
    [texts.status, open ? texts.open : texts.closed],
    [texts.days, days],
    [texts.matter, matter?.name],
    [texts.costCentre, entry(costCentre)],
    [texts.legalEntity, entry(legalEntity)],
    [texts.note, note],
    [texts.created, texts.createdBy(created.userName ?? '', format.date(created.dateUtc ?? ''))],
  ] as const
  const filter = `PurchaseOrder eq '${number.replaceAll("'", "''")}'`
  return (
    <>
      <DescriptionList facts={facts.filter(([, value]) => Boolean(value))} />
      <TextLink size="sm" to="/invoices" search={{ view: 'all', filter } as never}>
        {texts.invoices}
      </TextLink>
    </>
  )
}

function Acts({ order, etag }: { order: Order; etag: string | undefined }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const change = useChangeOrder(order.id, etag)
  const remove = useRemoveOrder(order.id)
  const onRemove = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast({ text: texts.removed })
        void navigate({ to: '/invoices/orders' })
      },
    })
  return (
    <>
      <ErrorAlert error={change.error ?? remove.error} />
      <div className={classes.acts}>
        <Button size="sm" variant="default" onClick={() => setOpen(true)}>
          {texts.change}
        </Button>
        <Button
          size="sm"
          variant="default"
          loading={change.isPending}
          onClick={() =>
            change.mutate(
              { open: !order.open },
              {
                onSuccess: () => showToast({ text: texts.saved }),
              },
            )
          }
        >
          {order.open ? texts.close : texts.reopen}
        </Button>
        <Button size="sm" variant="default" loading={remove.isPending} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
      {isOpen ? <OrderDialog order={order} etag={etag} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
