// The calls about exports to finance.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { allPages, tokenIn } from '../../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'

export type FinanceExport = Item<'/v2/financeExports'>
export type ExportDetails = Answer<'/v2/financeExports/{exportId}'>
export type ReadyInvoice = Item<'/v2/invoices'>
type NewExport = Sent<'/v2/financeExports', 'post'>

/** The most invoices of one export. */
export const MOST_EXPORTED = 500

const key = ['invoices', 'exports'] as const
const AT_ONCE = 50

export const exportsQuery = infiniteQueryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ pageParam, signal }) => {
    const query = {
      $orderby: 'Number desc',
      $top: AT_ONCE,
      ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
    }
    return answer(client.GET('/v2/financeExports', { params: { query }, signal }))
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
})

/** The approved invoices that are in no export yet, those that were approved first at the top. */
export const readyQuery = queryOptions({
  queryKey: [...key, 'ready'],
  queryFn: ({ signal }) =>
    allPages<ReadyInvoice>((page) => {
      const query = {
        $filter: "Status eq 'Approved' and FinanceExport eq null",
        $orderby: 'Approved/DateUtc',
        ...page,
      }
      return answer(client.GET('/v2/invoices', { params: { query }, signal }))
    }),
})

const on = (id: number) => ({ path: { exportId: String(id) } })

export const exportQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/financeExports/{exportId}', { params: on(id), signal })),
  })

/** The address of a download. */
export const downloadOf = (
  id: number,
  what: 'invoices' | 'allocations' | 'lines',
  format: 'csv' | 'json',
): string => `/v2/financeExports/${id}/${what}/export?format=${format}`

/** What is exported changes what invoices show. */
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['invoices'] })
}

export function useExport() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: NewExport) => answer(client.POST('/v2/financeExports', { body })),
    onSuccess: refresh,
  })
}

export function useAcknowledge(id: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (reference: string) =>
      answer(
        client.POST('/v2/financeExports/{exportId}/acknowledge', { params: on(id), body: { reference } }),
      ),
    onSuccess: refresh,
  })
}

/** Only as the export is shown. */
export function useWithdraw(id: number, etag: string | undefined) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (reason: string) =>
      answer(
        client.POST('/v2/financeExports/{exportId}/withdraw', {
          params: on(id),
          body: { reason },
          headers: ifMatch(etag),
        }),
      ),
    onSuccess: refresh,
  })
}
