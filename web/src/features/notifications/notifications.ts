// Requests about a person's notifications.
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { showing } from '../../lib/stale.ts'
import { useAction } from '../../lib/use-action.ts'

export type Notification = Item<'/v2/notifications'>

const PAGE = 50
const MINUTE_MS = 60_000
const every = { queryKey: ['notifications'] }

const listQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...every.queryKey, 'list', unread],
    queryFn: ({ pageParam }) => {
      const query = { $top: PAGE, ...(unread ? { unread } : {}), $skiptoken: pageParam }
      return answer(client.GET('/v2/notifications', { params: { query } }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) =>
      nextLink === undefined
        ? undefined
        : (new URL(nextLink, window.location.href).searchParams.get('$skiptoken') ?? undefined),
    ...showing('*'),
  })

const countQuery = queryOptions({
  queryKey: [...every.queryKey, 'unread'],
  queryFn: async () =>
    (await answer(client.GET('/v2/notifications', { params: { query: { $top: 1 } } }))).unread,
  // they are made a moment after what happened, so the stream alone would come too early
  refetchInterval: MINUTE_MS,
  ...showing('*'),
})

/** The notifications, newest first, page by page. */
export function useNotifications(unread: boolean) {
  return useInfiniteQuery(listQuery(unread))
}

/** How many are unread. */
export function useUnread(): number {
  return useQuery(countQuery).data ?? 0
}

/** Marks those with these ids, or all up to one, as read. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: { ids: number[] } | { upTo: number }) =>
      answer(client.POST('/v2/notifications/read', { body })),
    onSuccess: () => queries.invalidateQueries(every),
  })
}
