// The calls about payments of an invoice.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { Invoice } from '../review/invoice-calls.ts'

export type Payment = Answer<'/v2/invoices/{invoiceId}/payments'>['items'][number]
type NewPayment = Sent<'/v2/invoices/{invoiceId}/payments', 'post'>

const on = (id: number) => ({ path: { invoiceId: String(id) } })

/** Read again when the invoice has changed. */
export const paymentsQuery = ({ id, modified }: Invoice) =>
  queryOptions({
    queryKey: ['invoices', 'payments', id, modified.dateUtc],
    queryFn: async ({ signal }) =>
      (await answer(client.GET('/v2/invoices/{invoiceId}/payments', { params: on(id), signal }))).items,
  })

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['invoices'] })
}

export function useRecordPayment(id: number) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: (body: NewPayment) =>
      answer(client.POST('/v2/invoices/{invoiceId}/payments', { params: on(id), body })),
    onSettled,
  })
}

export function useTakeBack(id: number) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: ({ paymentId, reason }: { readonly paymentId: number; readonly reason: string }) =>
      answer(
        client.POST('/v2/invoices/{invoiceId}/payments/{paymentId}/withdraw', {
          params: { path: { invoiceId: String(id), paymentId: String(paymentId) } },
          body: { reason },
        }),
      ),
    onSettled,
  })
}
