// The webhook subscriptions of colleagues, for administrators.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type ColleaguesSubscription = Item<'/v2/colleaguesWebhookSubscriptions'>

export const mostShown = 200

export const colleaguesQuery = queryOptions({
  queryKey: ['webhooks', 'colleagues'],
  queryFn: async ({ signal }) =>
    (
      await answer(
        client.GET('/v2/colleaguesWebhookSubscriptions', {
          params: { query: { $top: mostShown } },
          signal,
        }),
      )
    ).items,
})

/** Disables one for good. */
export function useDisable(id: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (reason: string) =>
      answer(
        client.POST('/v2/colleaguesWebhookSubscriptions/{id}/disable', {
          params: { path: { id } },
          body: { reason },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
}
