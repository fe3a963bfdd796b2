// The calls about accruals and unbilled work.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type AccrualSettings = Answer<'/v2/invoices/accrualSettings'>
export type Accruals = Answer<'/v2/accruals/{month}'>
export type Unbilled = Answer<'/v2/unbilledWork'>['entries'][number]
type NewSettings = Sent<'/v2/invoices/accrualSettings', 'put'>
type Statements = Sent<'/v2/unbilledWork', 'put'>

const all = ['accruals']

export const monthsQuery = queryOptions({
  queryKey: [...all, 'months'],
  queryFn: ({ signal }) => answer(client.GET('/v2/accruals', { signal })),
})

export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: [...all, 'month', month],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/accruals/{month}', { params: { path: { month } }, signal })),
  })

export const settingsQuery = queryOptions({
  queryKey: [...all, 'settings'],
  queryFn: ({ signal }) => answerWithTag(client.GET('/v2/invoices/accrualSettings', { signal })),
})

export const unbilledQuery = queryOptions({
  queryKey: [...all, 'unbilled'],
  queryFn: ({ signal }) => answer(client.GET('/v2/unbilledWork', { signal })),
})

/** An act, after which everything about accruals is read again. */
function useAccrualAction<Order, Result>(mutationFn: (order: Order) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: all }) })
}

export const useCloseMonth = () =>
  useAccrualAction((month: string) =>
    answer(client.POST('/v2/accruals/{month}/close', { params: { path: { month } } })),
  )

export const useSaveSettings = () =>
  useAccrualAction(({ settings, etag }: { settings: NewSettings; etag: string | undefined }) =>
    answer(client.PUT('/v2/invoices/accrualSettings', { headers: ifMatch(etag), body: settings })),
  )

export const useStateUnbilled = () =>
  useAccrualAction((body: Statements) => answer(client.PUT('/v2/unbilledWork', { body })))
