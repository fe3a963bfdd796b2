// Requests about provisioning by the identity provider: its tokens, and what its groups give.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type ProvisionedGroup = Answer<'/v2/provisionedGroups'>['items'][number]
type Team = Item<'/v2/teams'>

export const tokensQuery = queryOptions({
  queryKey: ['provisioning', 'tokens'],
  queryFn: ({ signal }) => answer(client.GET('/v2/provisioningTokens', { signal })),
})

export const groupsQuery = queryOptions({
  queryKey: ['provisioning', 'groups'],
  queryFn: ({ signal }) => answer(client.GET('/v2/provisionedGroups', { signal })),
})

export const teamsQuery = queryOptions({
  queryKey: ['provisioning', 'teams'],
  queryFn: ({ signal }) =>
    allPages<Team>((query) =>
      answer(client.GET('/v2/teams', { params: { query: { ...query, $orderby: 'Place,Name' } }, signal })),
    ),
})

/** Makes a token, which is in this answer only. */
export const useCreateToken = () =>
  useProvisioning((name: string) => answer(client.POST('/v2/provisioningTokens', { body: { name } })))

export const useEndToken = () =>
  useProvisioning((tokenId: number) =>
    answer(client.DELETE('/v2/provisioningTokens/{tokenId}', { params: { path: { tokenId } } })),
  )

type Mapping = Sent<'/v2/provisionedGroups/{groupId}', 'patch'>

/** Says what membership in a group gives. */
export const useMapGroup = () =>
  useProvisioning(({ groupId, ...body }: Mapping & { groupId: number }) =>
    answer(client.PATCH('/v2/provisionedGroups/{groupId}', { params: { path: { groupId } }, body })),
  )

function useProvisioning<Result, Order>(mutationFn: (order: Order) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction<Result, Order>({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['provisioning'] }),
  })
}
