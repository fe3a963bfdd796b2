// The calls about inside costs.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CsvOrder } from '../../components/csv-import-dialog.tsx'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type InsideCostDetails = Answer<'/v2/insideCosts/{costId}'>

const onCost = (id: number) => ({ path: { costId: String(id) } })

/** One cost with its history. */
export const insideCostQuery = (id: number) =>
  queryOptions({
    queryKey: ['inside-costs', 'one', id],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/insideCosts/{costId}', { params: onCost(id), signal })),
  })

/** What is kept changes the lists and what reports show. */
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries()
}

export function useEnterCost() {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: (body: Sent<'/v2/insideCosts', 'post'>) => answer(client.POST('/v2/insideCosts', { body })),
    onSuccess,
  })
}

export function useCorrectCost(id: number, etag: string | undefined) {
  const onSuccess = useRefresh()
  return useAction({
    mutationFn: (body: Sent<'/v2/insideCosts/{costId}', 'patch'>) =>
      answer(client.PATCH('/v2/insideCosts/{costId}', { params: onCost(id), body, headers: ifMatch(etag) })),
    onSuccess,
  })
}

export function useRemoveCost(id: number) {
  return useAction({
    mutationFn: () => answer(client.DELETE('/v2/insideCosts/{costId}', { params: onCost(id) })),
  })
}

/** Reads a CSV; with `checkOnly` nothing is written, and chosen, what is kept is corrected. */
export function useImportCosts() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ file, checkOnly, chosen }: CsvOrder) =>
      answer(
        client.POST('/v2/insideCosts/imports', {
          params: { query: { checkOnly, correct: chosen, fileName: file.name.slice(0, 255) } },
          body: file as never,
          bodySerializer: () => file,
          headers: { 'content-type': 'text/csv' },
        }),
      ),
    onSuccess: (_, { checkOnly }) => (checkOnly ? undefined : refresh()),
  })
}
