// Requests about what people of the organisation have allowed integrations.
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

/** What a person has allowed a client. */
export type Grant = Item<'/v2/integrationGrants'>

const PAGE = 50
const every = { queryKey: ['integration-grants'] }

const grantsQuery = (clientId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: [...every.queryKey, clientId],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/v2/integrationGrants', {
          params: {
            query: { $top: PAGE, $skip: pageParam, ...(clientId === undefined ? {} : { clientId }) },
          },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ items }, pages) => (items.length < PAGE ? undefined : pages.length * PAGE),
  })

/** What people have allowed, newest first: one client, or all of them. */
export const useGrants = (clientId?: number) => useInfiniteQuery(grantsQuery(clientId))

/** Ends what a person has allowed a client. */
export function useEndGrant() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ clientId, userId }: { clientId: number; userId: string }) =>
      answer(
        client.DELETE('/v2/integrationGrants/{clientId}/{userId}', {
          params: { path: { clientId, userId } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries(every),
  })
}
