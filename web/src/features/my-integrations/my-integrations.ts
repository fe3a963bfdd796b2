// Requests about a person's consents: reading and withdrawing them.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

/** An integration that the person has allowed to act for them. */
export type MyIntegration = Item<'/v2/my/integrations'>

const listQuery = queryOptions({
  queryKey: ['my-integrations'],
  queryFn: () => answer(client.GET('/v2/my/integrations')),
})

/** The integrations this person has allowed to act for them, newest first. */
export function useMyIntegrations() {
  return useQuery(listQuery)
}

/** Withdraws a consent; the integration has to ask again. */
export function useEndConsent() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id }: { id: number }) =>
      answer(client.DELETE('/v2/my/integrations/{id}', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: listQuery.queryKey }),
  })
}
