// Favourites: what a person keeps at hand.
import { useQueryClient } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import type { RecordOverview } from './record-calls.ts'
import { overviewQuery, type RecordRef } from './records.ts'

/** Keeps the record at hand, or no longer. The star changes at once, and back if the server refuses. */
export function useFavourite(target: RecordRef) {
  const queries = useQueryClient()
  const { queryKey } = overviewQuery(target)
  const show = (favourite: boolean) =>
    queries.setQueryData<RecordOverview>(queryKey, (known) => known && { ...known, favourite })
  return useAction({
    mutationFn: async (favourite: boolean) => {
      const params = { path: { type: target.kind.names.many, id: target.id } }
      show(favourite)
      await (favourite
        ? answer(client.PUT('/v2/me/favourites/{type}/{id}', { params }))
        : answer(client.DELETE('/v2/me/favourites/{type}/{id}', { params })))
    },
    onError: (_error, favourite) => void show(!favourite),
    onSettled: () => queries.invalidateQueries({ queryKey: ['me', 'favourites'] }),
  })
}
