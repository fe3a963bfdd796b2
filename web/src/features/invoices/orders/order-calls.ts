// The calls about purchase orders.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { tokenIn } from '../../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { Invoice } from '../review/invoice-calls.ts'

export type Order = Item<'/v2/purchaseOrders'>
export type OrderOfInvoice = Answer<'/v2/invoices/{invoiceId}/purchaseOrder'>
export type NewOrder = Sent<'/v2/purchaseOrders', 'post'>
type OrderChanges = Omit<NewOrder, 'firm'>

// invoices change what remains: what marks them as stale marks this, too
const key = ['invoices', 'orders']
const on = (orderId: number) => ({ path: { orderId: String(orderId) } })

export const ordersQuery = infiniteQueryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ pageParam, signal }) => {
    const query = {
      $top: 50,
      $orderby: 'Open desc,Number',
      ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
    }
    return answer(client.GET('/v2/purchaseOrders', { params: { query }, signal }))
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
})

export const orderQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...key, 'one', orderId],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/purchaseOrders/{orderId}', { params: on(orderId), signal })),
  })

/** The open orders with a firm, to choose from. */
export const openOrdersQuery = (firmId: number) =>
  queryOptions({
    queryKey: [...key, 'open', firmId],
    queryFn: async ({ signal }) => {
      const query = { $filter: `Firm/Id eq ${firmId} and Open eq true`, $orderby: 'Number', $top: 200 }
      return (await answer(client.GET('/v2/purchaseOrders', { params: { query }, signal }))).items
    },
  })

export const orderOfInvoiceQuery = ({ id, status, purchaseOrder }: Invoice) =>
  queryOptions({
    queryKey: [...key, 'ofInvoice', id, status, purchaseOrder],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/invoices/{invoiceId}/purchaseOrder', {
          params: { path: { invoiceId: String(id) } },
          signal,
        }),
      ),
  })

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['invoices'] })
}

export function useCreateOrder() {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: (body: NewOrder) => answer(client.POST('/v2/purchaseOrders', { body })),
    onSettled,
  })
}

/** Changes an order, only as it was read. */
export function useChangeOrder(orderId: number, etag: string | undefined) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: (body: Partial<OrderChanges>) =>
      answer(
        client.PATCH('/v2/purchaseOrders/{orderId}', { params: on(orderId), headers: ifMatch(etag), body }),
      ),
    onSettled,
  })
}

export function useRemoveOrder(orderId: number) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: () => answer(client.DELETE('/v2/purchaseOrders/{orderId}', { params: on(orderId) })),
    onSettled,
  })
}

/** Names another order on an invoice. */
export function useNameOrder(id: number) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: (purchaseOrder: string | null) =>
      answer(
        client.PATCH('/v2/invoices/{invoiceId}', {
          params: { path: { invoiceId: String(id) } },
          body: { purchaseOrder },
        }),
      ),
    onSettled,
  })
}
