// Requests and what is done with them. A request has the id of its matter, if it has one.
import { infiniteQueryOptions, queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { kinds } from '../../lib/kinds.ts'
import { showing } from '../../lib/stale.ts'
import { useAction } from '../../lib/use-action.ts'

export type RequestType = Item<'/v2/requestTypes'>
export type ListedRequest = Item<'/v2/requests'>
export type Request = Answer<'/v2/requests/{requestId}'>

const PAGE = 30
const key = ['requests'] as const

/** What people can ask for. */
export const requestTypesQuery = queryOptions({
  queryKey: ['request-types'],
  queryFn: ({ signal }) => answer(client.GET('/v2/requestTypes', { signal })),
})

/** The person's own requests, newest first, a page at a time. */
export const ownRequestsQuery = infiniteQueryOptions({
  ...showing('request', kinds.matter.type, kinds.contract.type),
  queryKey: [...key, 'own'],
  queryFn: ({ pageParam, signal }) =>
    answer(client.GET('/v2/requests', { params: { query: { $top: PAGE, $skip: pageParam } }, signal })),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => (last.items.length < PAGE ? undefined : pages.length * PAGE),
})

/** One request with its questions. */
export const requestQuery = (requestId: number) =>
  queryOptions({
    ...showing(`${kinds.matter.type}/${requestId}`, kinds.contract.type),
    queryKey: [...key, 'request', requestId],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/requests/{requestId}', { params: { path: { requestId } }, signal })),
  })

/** Asks the legal department. */
export function useMakeRequest() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/requests', 'post'>) => answer(client.POST('/v2/requests', { body })),
    onSuccess: () => requestsChanged(queries),
  })
}

interface OnRequest {
  readonly requestId: number
}

function useRequestAction<Order extends OnRequest>(run: (order: Order) => Promise<unknown>) {
  const queries = useQueryClient()
  return useAction({ mutationFn: run, onSettled: () => requestsChanged(queries) })
}

const onMatter = ({ requestId }: OnRequest) => ({ path: { matterId: requestId } })

/** Takes a request on. */
export const useAccept = () =>
  useRequestAction((order: OnRequest) =>
    answer(client.POST('/v2/matters/{matterId}/intake/accept', { params: onMatter(order) })),
  )

/** Says that a request is done: its matter is Complete. */
export const useComplete = () => useRequestAction((order: OnRequest) => setStatus(order, 'Complete'))

/** Takes that back. */
export const useReopen = () => useRequestAction((order: OnRequest) => setStatus(order, 'Active'))

const setStatus = (order: OnRequest, status: 'Active' | 'Complete') =>
  answer(client.PATCH('/v2/matters/{matterId}', { params: onMatter(order), body: { status } }))

/** Gives a request to a person. */
export const useAssign = () =>
  useRequestAction((order: OnRequest & { managerId: string }) =>
    answer(
      client.POST('/v2/matters/{matterId}/intake/assign', {
        params: onMatter(order),
        body: { manager: { id: order.managerId } },
      }),
    ),
  )

/** Asks the person who made the request. */
export const useAskBack = () =>
  useRequestAction((order: OnRequest & { text: string }) =>
    answer(
      client.POST('/v2/matters/{matterId}/intake/ask', {
        params: onMatter(order),
        body: { question: order.text },
      }),
    ),
  )

/** Declines a request with a reason, which the person who made it reads. */
export const useDecline = () =>
  useRequestAction((order: OnRequest & { text: string }) =>
    answer(
      client.POST('/v2/matters/{matterId}/intake/decline', {
        params: onMatter(order),
        body: { reason: order.text },
      }),
    ),
  )

/** Answers a question about one's request. */
export const useAnswer = () =>
  useRequestAction((order: OnRequest & { questionId: number; text: string }) =>
    answer(
      client.POST('/v2/matters/{matterId}/intake/answer', {
        params: onMatter(order),
        body: { answer: order.text, question: { id: order.questionId } },
      }),
    ),
  )

function requestsChanged(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: key }),
    queries.invalidateQueries({ queryKey: ['intake'] }),
    queries.invalidateQueries({ queryKey: [kinds.matter.many] }),
    queries.invalidateQueries({ queryKey: ['me', 'work'] }),
  ])
}
