// Requests of the search page.
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Answer, Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'

export type Found = Item<'/v2/search'>
export type FoundType = Found['type']
export type Count = Answer<'/v2/search'>['counts'][number]

const PAGE = 20

const searchQuery = (q: string, type: FoundType | undefined, olderVersions: boolean) =>
  infiniteQueryOptions({
    queryKey: ['search', q, type ?? 'all', olderVersions],
    queryFn: ({ pageParam }) => {
      // the page shows how many there are of the other types as well
      const chosen = type === undefined ? {} : { types: type, allCounts: pageParam === 0 }
      const query = {
        q,
        $top: PAGE,
        $skip: pageParam,
        ...chosen,
        ...(olderVersions ? { olderVersions } : {}),
      }
      return answer(client.GET('/v2/search', { params: { query } }))
    },
    initialPageParam: 0,
    getNextPageParam: ({ nextLink }, pages) => (nextLink === undefined ? undefined : pages.length * PAGE),
    placeholderData: keepPreviousData,
  })

/** What is found, the best first, page by page. */
export function useSearch(q: string, type: FoundType | undefined, olderVersions: boolean) {
  return useInfiniteQuery({ ...searchQuery(q, type, olderVersions), enabled: q !== '' })
}
