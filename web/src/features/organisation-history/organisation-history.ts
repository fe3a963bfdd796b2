// Requests about the history of the organisation.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { tokenIn } from '../../lib/all-pages.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'

/** An entry of the history of the organisation. */
export type OrganisationEntry = Item<'/v2/history'>

const PAGE = 50

const historyQuery = (filter: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['organisation-history', filter],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/v2/history', {
          params: {
            query: {
              $top: PAGE,
              ...(filter === undefined ? {} : { $filter: filter }),
              ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

/** What happened in the organisation, newest first, page by page. */
export const useOrganisationHistory = (filter: string | undefined) => useInfiniteQuery(historyQuery(filter))

/** The address of the file with everything that the filter finds. */
export function exportAddress(format: 'csv' | 'xlsx', filter: string | undefined): string {
  const query = new URLSearchParams({ format, ...(filter === undefined ? {} : { $filter: filter }) })
  return `/v2/history/export?${query}`
}
