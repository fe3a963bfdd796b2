// Requests about the service of the organisation that reads documents.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { documentFactsQuery } from './document-facts.ts'

export type DocumentReader = Answer<'/v2/documentReader'>

export const documentReaderQuery = queryOptions({
  queryKey: ['document-reader'],
  queryFn: ({ signal }) => answer(client.GET('/v2/documentReader', { signal })),
})

/** Tests the service, and uses it from then on. */
export function useSetDocumentReader() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/documentReader', 'put'>) =>
      answer(client.PUT('/v2/documentReader', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: documentReaderQuery.queryKey }),
  })
}

export function useRemoveDocumentReader() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => answer(client.DELETE('/v2/documentReader')),
    onSuccess: () => queries.invalidateQueries({ queryKey: documentReaderQuery.queryKey }),
  })
}

/** Has the document of the contract read by the service. */
export function useAskDocumentReader(contractId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () =>
      answer(
        client.POST('/v2/contracts/{contractId}/documentFacts/readings', {
          params: { path: { contractId } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: documentFactsQuery(contractId).queryKey }),
  })
}
