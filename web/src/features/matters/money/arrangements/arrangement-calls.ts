// The calls about fee arrangements.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../../lib/calls.ts'
import { answer, client, ifMatch } from '../../../../lib/client.ts'
import { useAction } from '../../../../lib/use-action.ts'

export type Arrangement = Answer<'/v2/matters/{matterId}/feeArrangements'>['items'][number]
export type NewArrangement = Sent<'/v2/matters/{matterId}/feeArrangements', 'post'>
export type ChangedArrangement = Sent<'/v2/matters/{matterId}/feeArrangements/{arrangementId}', 'put'>

// the money of the matter begins the same: invoices change what is billed, and arrangements what is committed
const keyOf = (matterId: number) => ['invoices', 'money', matterId]
const on = (matterId: number) => ({ path: { matterId: String(matterId) } })

export const arrangementsQuery = (matterId: number) =>
  queryOptions({
    queryKey: [...keyOf(matterId), 'arrangements'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/matters/{matterId}/feeArrangements', { params: on(matterId), signal })),
  })

export const arrangementsOfInvoiceQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: ['invoices', 'arrangements', invoiceId],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/invoices/{invoiceId}/feeArrangements', {
          params: { path: { invoiceId: String(invoiceId) } },
          signal,
        }),
      ),
  })

/** Agrees an arrangement, or changes one in place of the version that was read. */
export function useSaveArrangement(matterId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async (
      save:
        | { readonly added: NewArrangement }
        | { readonly id: number; readonly version: number; readonly changed: ChangedArrangement },
    ): Promise<void> => {
      if ('added' in save) {
        await answer(
          client.POST('/v2/matters/{matterId}/feeArrangements', { params: on(matterId), body: save.added }),
        )
        return
      }
      const { id, version, changed } = save
      await answer(
        client.PUT('/v2/matters/{matterId}/feeArrangements/{arrangementId}', {
          params: { path: { matterId: String(matterId), arrangementId: String(id) } },
          headers: ifMatch(`"${version}"`),
          body: changed,
        }),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(matterId) }),
  })
}
