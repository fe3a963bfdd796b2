// The mappings that are kept to be used again.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { importQuery } from './imports.ts'

export type KeptMapping = Item<'/v2/importMappings'>

export const keptMappingsQuery = queryOptions({
  queryKey: ['imports', 'mappings'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/importMappings', { signal }))).items,
})

function useKept<Order>(mutationFn: (order: Order) => Promise<unknown>) {
  const queries = useQueryClient()
  return useAction({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: keptMappingsQuery.queryKey }),
  })
}

/** Keeps the mapping of the import under a name. */
export const useKeepMapping = (importId: number) =>
  useKept((name: string) =>
    answer(client.POST('/v2/importMappings', { body: { import: { id: importId }, name } })),
  )

/** Deletes a mapping that is kept. */
export const useDeleteMapping = () =>
  useKept((mappingId: number) =>
    answer(
      client.DELETE('/v2/importMappings/{mappingId}', { params: { path: { mappingId: String(mappingId) } } }),
    ),
  )

/** Uses a mapping that is kept for the import. */
export function useApplyMapping(importId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (id: number) =>
      answer(
        client.POST('/v2/imports/{importId}/mapping', {
          params: { path: { importId } },
          body: { kept: { id } },
        }),
      ),
    onSuccess: (changed) => {
      queries.setQueryData(importQuery(importId).queryKey, changed)
    },
  })
}
