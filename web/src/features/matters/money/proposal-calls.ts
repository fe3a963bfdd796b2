// The calls about budgets that law firms propose, and what they expect a matter still to cost.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'

export type Proposal = Answer<'/v2/matters/{matterId}/budgetProposals'>['proposals'][number]
export type MatterEstimate = Answer<'/v2/matters/{matterId}/estimate'>
type NewProposal = Sent<'/v2/matters/{matterId}/budgetProposals', 'post'>
type NewEstimate = Sent<'/v2/matters/{matterId}/estimate', 'put'>

// what is approved changes the money of the matter, which begins the same
const keyOf = (matterId: number) => ['invoices', 'money', matterId]
const on = (matterId: number) => ({ path: { matterId: String(matterId) } })

export const proposalsQuery = (matterId: number) =>
  queryOptions({
    queryKey: [...keyOf(matterId), 'proposals'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/matters/{matterId}/budgetProposals', { params: on(matterId), signal })),
  })

export const estimateQuery = (matterId: number) =>
  queryOptions({
    queryKey: [...keyOf(matterId), 'estimate'],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/matters/{matterId}/estimate', { params: on(matterId), signal })),
  })

/** An act on the money of the matter, which is read again. */
function useMoneyAction<Order, Result>(matterId: number, mutationFn: (order: Order) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(matterId) }),
  })
}

export const usePropose = (matterId: number) =>
  useMoneyAction(matterId, (body: NewProposal) =>
    answer(client.POST('/v2/matters/{matterId}/budgetProposals', { params: on(matterId), body })),
  )

export const useSetEstimate = (matterId: number) =>
  useMoneyAction(matterId, ({ estimate, etag }: { estimate: NewEstimate; etag: string | undefined }) =>
    answer(
      client.PUT('/v2/matters/{matterId}/estimate', {
        params: on(matterId),
        headers: ifMatch(etag),
        body: estimate,
      }),
    ),
  )

export interface ProposalAnswer {
  readonly id: number
  readonly act: 'approve' | 'decline' | 'withdraw'
  readonly reason?: string
}

export const useAnswerProposal = (matterId: number) =>
  useMoneyAction(matterId, ({ id, act, reason = '' }: ProposalAnswer) => {
    const params = { path: { matterId: String(matterId), proposalId: String(id) } }
    if (act === 'decline')
      return answer(
        client.POST('/v2/matters/{matterId}/budgetProposals/{proposalId}/decline', {
          params,
          body: { reason },
        }),
      )
    return act === 'approve'
      ? answer(
          client.POST('/v2/matters/{matterId}/budgetProposals/{proposalId}/approve', { params, body: {} }),
        )
      : answer(
          client.POST('/v2/matters/{matterId}/budgetProposals/{proposalId}/withdraw', { params, body: {} }),
        )
  })
