// Requests about the sandbox: stored mail and the clock.
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

const PAGE = 30

/** A mail that the sandbox stored instead of sending it. */
export type OutboxMail = Item<'/v2/sandbox/outbox'>

const outboxQuery = infiniteQueryOptions({
  queryKey: ['sandbox', 'outbox'],
  queryFn: ({ pageParam }) =>
    answer(client.GET('/v2/sandbox/outbox', { params: { query: { $top: PAGE, $skip: pageParam } } })),
  initialPageParam: 0,
  getNextPageParam: ({ items }, pages) => (items.length < PAGE ? undefined : pages.length * PAGE),
})

const clockQuery = queryOptions({
  queryKey: ['sandbox', 'clock'],
  queryFn: () => answer(client.GET('/v2/sandbox/clock')),
})

/** The mail that the sandbox stored, newest first. */
export function useOutbox() {
  return useInfiniteQuery(outboxQuery)
}

/** The platform's time. `dataUpdatedAt` is the moment on this machine's clock at which it was read. */
export function useClock() {
  return useQuery(clockQuery)
}

/** Puts the demo back to its first state. Nothing that was read before is true any more. */
export function useResetSandbox() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => answer(client.POST('/v2/sandbox/reset')),
    onSuccess: () => queries.invalidateQueries(),
  })
}

/** Moves the platform's clock forward or back to real time. Everything else may have changed with it. */
export function useMoveClock() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (move: { advanceSeconds: number } | { reset: true }) =>
      answer(client.PUT('/v2/sandbox/clock', { body: move })),
    onSuccess: (clock) => {
      queries.setQueryData(clockQuery.queryKey, clock)
      return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'clock' })
    },
  })
}
