// Requests about how the people of the organisation sign in.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type SignInPolicy = Answer<'/v2/signInPolicy'>

export const policyQuery = queryOptions({
  queryKey: ['sign-in-policy'],
  queryFn: ({ signal }) => answer(client.GET('/v2/signInPolicy', { signal })),
})

/** The active administrators of the organisation, for a choice among them. */
export const administratorsQuery = (organisationId: number) =>
  queryOptions({
    queryKey: ['administrators', organisationId],
    queryFn: async ({ signal }) => {
      const $filter = `Role eq 'Administrator' and Status eq 'Active' and OrganizationId eq ${organisationId}`
      const query = { $filter, $orderby: 'LastName', $top: 200 }
      const { items } = await answer(client.GET('/v2/users', { params: { query }, signal }))
      return items.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() }))
    },
  })

/** Changes what is demanded at sign-in. */
export function useUpdatePolicy() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/signInPolicy', 'patch'>) =>
      answer(client.PATCH('/v2/signInPolicy', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: policyQuery.queryKey }),
  })
}
