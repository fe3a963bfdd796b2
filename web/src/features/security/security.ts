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

/** Changes what is demanded at sign-in. */
export function useUpdatePolicy() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/signInPolicy', 'patch'>) =>
      answer(client.PATCH('/v2/signInPolicy', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: policyQuery.queryKey }),
  })
}
