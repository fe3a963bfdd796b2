// Purchase orders with what remains of them. The page of one is loaded with it: it is small.
import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import { TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import table from '../../../components/plain-table.module.css'
import { invoiceListTexts } from '../invoice-list-texts.ts'
import { type Order, ordersQuery } from './order-calls.ts'
import classes from './orders.module.css'
import { orderTexts as texts } from './texts.ts'

export { OrderPage } from './order-page.tsx'

const OrderDialog = lazily(() => import('./order-dialog.tsx'), 'OrderDialog')

export function OrdersPage() {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const found = useInfiniteQuery(ordersQuery)
  const all = found.data?.pages.flatMap(({ items }) => items) ?? []
  const isPayer = me.organization.type === 'Customer'
  return (
    <Page
      title={texts.title}
      lead={isPayer ? texts.lead : texts.leadOfFirm}
      actions={
        <>
          <TextLink to="/invoices">{invoiceListTexts.title}</TextLink>
          {isPayer && me.can.manageInvoices ? (
            <Button onClick={() => setOpen(true)}>{texts.add}</Button>
          ) : null}
        </>
      }
    >
      <Panel>
        {found.isPending ? <PageSkeleton lines={6} /> : null}
        {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
        {found.isSuccess && all.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
        {all.length > 0 ? <OrdersTable orders={all} isPayer={isPayer} /> : null}
        {found.hasNextPage ? (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {texts.more}
          </Button>
        ) : null}
      </Panel>
      {isOpen ? <OrderDialog onClose={() => setOpen(false)} /> : null}
    </Page>
  )
}

function OrdersTable({ orders, isPayer }: { orders: readonly Order[]; isPayer: boolean }) {
  const format = useFormat()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{texts.number}</th>
          <th scope="col">{isPayer ? texts.firm : texts.customer}</th>
          <th scope="col">{texts.status}</th>
          {isPayer ? (
            <th scope="col" className={table.end}>
              {texts.amount}
            </th>
          ) : null}
          <th scope="col" className={table.end}>
            {texts.remaining}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ id, number, firm, customer, matter, open, amount, remaining, currency }) => (
          <tr key={id}>
            <th scope="row">
              <Anchor inherit href={`#/invoices/orders/${id}`}>
                {number}
              </Anchor>
              {matter?.name ? <small>{matter.name}</small> : null}
            </th>
            <td data-label={isPayer ? texts.firm : texts.customer}>{(isPayer ? firm : customer).name}</td>
            <td data-label={texts.status}>{open ? texts.open : texts.closed}</td>
            {isPayer ? (
              <td data-label={texts.amount} className={table.end}>
                {format.money(amount ?? 0, currency)}
              </td>
            ) : null}
            <td data-label={texts.remaining} className={table.end}>
              <span className={remaining < 0 ? classes.over : undefined}>
                {format.money(remaining, currency)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
