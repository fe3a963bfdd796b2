// The calls about rates of exchange.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CsvOrder } from '../../components/csv-import-dialog.tsx'
import { tokenIn } from '../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type ExchangeRate = Item<'/v2/exchangeRates'>
export type ExchangeRateDetails = Answer<'/v2/exchangeRates/{rateId}'>
export type MissingRates = Answer<'/v2/exchangeRates/missing'>['items']
export type RateSettings = Answer<'/v2/financialSettings'>

const key = ['exchange-rates'] as const
const AT_ONCE = 100

/** The rates, the newest first; of one currency, or of all. */
export const exchangeRatesQuery = (currency: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', currency],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(currency === '' ? {} : { $filter: `Currency eq '${currency}'` }),
        $orderby: 'From desc,Currency',
        $top: AT_ONCE,
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      return answer(client.GET('/v2/exchangeRates', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

const onRate = (id: number) => ({ path: { rateId: String(id) } })

/** One rate with its history. */
export const exchangeRateQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/exchangeRates/{rateId}', { params: onRate(id), signal })),
  })

export const missingRatesQuery = queryOptions({
  queryKey: [...key, 'missing'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/exchangeRates/missing', { signal }))).items,
})

export const rateSettingsQuery = queryOptions({
  queryKey: [...key, 'settings'],
  queryFn: ({ signal }) => answer(client.GET('/v2/financialSettings', { signal })),
})

/** What is kept changes what invoices and reports show. */
function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: key })
    for (const name of ['invoices', 'reports', 'organisation']) {
      await queries.invalidateQueries({ queryKey: [name] })
    }
  }
}

export function useSaveRateSettings() {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: (body: Sent<'/v2/financialSettings', 'patch'>) =>
      answer(client.PATCH('/v2/financialSettings', { body })),
    onSuccess,
  })
}

export function useEnterRate() {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: (body: Sent<'/v2/exchangeRates', 'post'>) =>
      answer(client.POST('/v2/exchangeRates', { body })),
    onSuccess,
  })
}

export function useCorrectRate(id: number, etag: string | undefined) {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: (body: Sent<'/v2/exchangeRates/{rateId}', 'patch'>) =>
      answer(
        client.PATCH('/v2/exchangeRates/{rateId}', { params: onRate(id), body, headers: ifMatch(etag) }),
      ),
    onSuccess,
  })
}

export function useRemoveRate(id: number) {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: () => answer(client.DELETE('/v2/exchangeRates/{rateId}', { params: onRate(id) })),
    onSuccess,
  })
}

/** Reads a CSV; with `checkOnly` nothing is written, and chosen, what is kept is corrected. */
export function useImportExchangeRates() {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: ({ file, checkOnly, chosen }: CsvOrder) =>
      answer(
        client.POST('/v2/exchangeRates/imports', {
          params: { query: { checkOnly, correct: chosen, fileName: file.name.slice(0, 255) } },
          body: file as never,
          bodySerializer: () => file,
          headers: { 'content-type': 'text/csv' },
        }),
      ),
    onSuccess,
  })
}

/** Applies what can be applied, some hundred invoices at once; answers how many there were. */
export function useApplyMissing() {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: async () => {
      let all = 0
      for (;;) {
        const { applied } = await answer(client.POST('/v2/exchangeRates/missing/apply', {}))
        all += applied
        if (applied === 0) return all
      }
    },
    onSuccess,
  })
}
