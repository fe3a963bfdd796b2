// Reading and changing key dates, and the private addresses for calendar programs.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type KeyDateRow = Item<'/v2/keyDates'>

const AT_ONCE = 100
const MOST_OF_MONTH = 200

const given = (filter: string) => (filter === '' ? {} : { $filter: filter })

/** The key dates of an agenda, by date. */
export const agendaQuery = (filter: string) =>
  infiniteQueryOptions({
    queryKey: ['keyDates', 'agenda', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const place = pageParam === undefined ? {} : { $skiptoken: pageParam }
      const query = { ...given(filter), $orderby: 'Date', $top: AT_ONCE, ...place }
      return answer(client.GET('/v2/keyDates', { params: { query }, signal }))
    },
    getNextPageParam: ({ nextLink }) =>
      nextLink === undefined
        ? undefined
        : (new URL(nextLink, 'http://localhost').searchParams.get('$skiptoken') ?? undefined),
  })

/** The key dates of the days that a month table shows. */
export const monthQuery = (
  filter: string,
  { from, until }: { readonly from: string; readonly until: string },
) =>
  queryOptions({
    queryKey: ['keyDates', 'month', filter, from],
    queryFn: ({ signal }) => {
      const days = `Date ge ${from} and Date le ${until}`
      const $filter = filter === '' ? days : `${filter} and ${days}`
      const query = { $filter, $orderby: 'Date', $top: MOST_OF_MONTH, $count: true }
      return answer(client.GET('/v2/keyDates', { params: { query }, signal }))
    },
  })

type Changes = Sent<'/v2/contracts/{contractId}/keyDates/{keyDateId}', 'patch'>

/** Changes a key date. */
export function useChangeKeyDate() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ row, changes }: { row: KeyDateRow; changes: Changes }) => {
      const path = { contractId: String(row.contract?.id), keyDateId: String(row.id) }
      return answer(
        client.PATCH('/v2/contracts/{contractId}/keyDates/{keyDateId}', { params: { path }, body: changes }),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['keyDates'] }),
  })
}

/** What takes "done" back: of one that recurs, the date that it had. */
export const undoOf = ({ recurrence, date }: KeyDateRow): Changes =>
  recurrence === null || recurrence === undefined || date === undefined
    ? { done: false }
    : { date, done: false }

export const feedsQuery = queryOptions({
  queryKey: ['calendar-feeds'],
  queryFn: () => answer(client.GET('/v2/me/calendarFeeds')),
})

/** Makes and removes private addresses. */
export function useFeeds() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: feedsQuery.queryKey })
  return {
    make: useAction({
      mutationFn: (scope: 'Mine' | 'All') => answer(client.POST('/v2/me/calendarFeeds', { body: { scope } })),
      onSettled,
    }),
    remove: useAction({
      mutationFn: (id: number) =>
        answer(client.DELETE('/v2/me/calendarFeeds/{feedId}', { params: { path: { feedId: String(id) } } })),
      onSettled,
    }),
  }
}
