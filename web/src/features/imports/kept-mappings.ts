// The mappings that are kept to be used again.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client, ifMatch } from '../../lib/client.ts'
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
    // also after a refusal: somebody else may have changed it
    onSettled: () => queries.invalidateQueries({ queryKey: keptMappingsQuery.queryKey }),
  })
}

/** A mapping in the version that was read: a change of any other one is refused. */
type Seen = Pick<KeptMapping, 'id' | 'version'>
const on = ({ id, version }: Seen) => ({
  params: { path: { mappingId: String(id) } },
  headers: ifMatch(`"${version}"`),
})

/** Keeps the mapping of the import under a name, in place of one that is listed with it. */
export const useKeepMapping = (importId: number) =>
  useKept(({ name, known }: { name: string; known: Seen | undefined }): Promise<unknown> => {
    const of = { id: importId }
    return known
      ? answer(client.PATCH('/v2/importMappings/{mappingId}', { ...on(known), body: { import: of } }))
      : answer(client.POST('/v2/importMappings', { body: { import: of, name } }))
  })

/** Renames a mapping that is kept. */
export const useRenameMapping = () =>
  useKept(({ mapping, name }: { mapping: Seen; name: string }) =>
    answer(client.PATCH('/v2/importMappings/{mappingId}', { ...on(mapping), body: { name } })),
  )

/** Deletes a mapping that is kept. */
export const useDeleteMapping = () =>
  useKept((mapping: Seen) => answer(client.DELETE('/v2/importMappings/{mappingId}', on(mapping))))

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
