// Requests about signing services.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type SigningService = Item<'/v2/signingServices'>
type NewService = Sent<'/v2/signingServices', 'post'>
type Changes = Sent<'/v2/signingServices/{serviceId}', 'patch'>

export const servicesQuery = queryOptions({
  queryKey: ['signing-services'],
  queryFn: ({ signal }) => answer(client.GET('/v2/signingServices', { signal })).then(({ items }) => items),
})

/** An action on one of them, after which the list is read again. */
function useServiceAction<Given, Result>(act: (given: Given) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: servicesQuery.queryKey }),
  })
}

const of = (serviceId: number) => ({ path: { serviceId } })

export const useAddService = () =>
  useServiceAction((body: NewService) => answer(client.POST('/v2/signingServices', { body })))

export const useChangeService = (id: number) =>
  useServiceAction((body: Changes) =>
    answer(client.PATCH('/v2/signingServices/{serviceId}', { params: of(id), body })),
  )

export const useRemoveService = (id: number) =>
  useServiceAction(() => answer(client.DELETE('/v2/signingServices/{serviceId}', { params: of(id) })))

export const useRotateSecret = (id: number) =>
  useServiceAction((overlapHours: number) =>
    answer(
      client.POST('/v2/signingServices/{serviceId}/signingSecret', {
        params: of(id),
        body: { overlapHours },
      }),
    ),
  )
