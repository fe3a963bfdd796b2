// Calls about delegates for approvals.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

/** Somebody who decides on approvals for somebody else, for some days. */
export type Delegate = Item<'/v2/me/approvalDelegates'>

/** Those that the person has named, and those that they are. */
export const delegatesQuery = queryOptions({
  queryKey: ['approval-delegates'],
  queryFn: async ({ signal }): Promise<readonly Delegate[]> =>
    (await answer(client.GET('/v2/me/approvalDelegates', { signal }))).items,
})

/** Names a delegate. */
export function useNameDelegate() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/me/approvalDelegates', 'post'>) =>
      answer(client.POST('/v2/me/approvalDelegates', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: delegatesQuery.queryKey }),
  })
}

/** Withdraws one. */
export function useWithdrawDelegate() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id }: { id: number }) =>
      answer(
        client.DELETE('/v2/me/approvalDelegates/{delegateId}', {
          params: { path: { delegateId: String(id) } },
        }),
      ),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: delegatesQuery.queryKey }),
        queries.invalidateQueries({ queryKey: ['approvals'] }),
      ]),
  })
}
