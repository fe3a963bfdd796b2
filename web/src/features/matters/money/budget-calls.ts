// The calls about the budget of a matter.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'

export type MatterMoney = Answer<'/v2/matters/{matterId}/money'>
export type NewBudget = Sent<'/v2/matters/{matterId}/budget', 'put'>

// invoices change what is left: anyone who marks them as stale marks this, too
const keyOf = (matterId: number) => ['invoices', 'money', matterId]

export const moneyQuery = (matterId: number) =>
  queryOptions({
    queryKey: keyOf(matterId),
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/matters/{matterId}/money', { params: on(matterId), signal })),
  })

const on = (matterId: number) => ({ path: { matterId: String(matterId) } })

/** Sets the budget in place of the version that was read. */
export function useSetBudget(matterId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ budget, etag }: { budget: NewBudget; etag: string | undefined }) =>
      answer(
        client.PUT('/v2/matters/{matterId}/budget', {
          params: on(matterId),
          headers: ifMatch(etag),
          body: budget,
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(matterId) }),
  })
}
