// What is in the bin of the organisation, for its administrators.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { tokenIn } from '../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import type { RecordsName } from '../../lib/kinds.ts'
import { useAction } from '../../lib/use-action.ts'
import type { BinPart } from './bin.ts'

/** What the address says. */
export type BinSearch = Partial<Record<'kind' | 'person' | 'from' | 'to', string | undefined>>

/** An entry of the bin: a record, or a file or folder. */
export type BinEntry = Item<`/v2/bin/${RecordsName}`> | Item<'/v2/bin'>

const PAGE = 50

interface Page {
  readonly items: readonly BinEntry[]
  readonly nextLink: string | undefined
}

/** What of a part is in the bin, the latest first, page by page. */
export const useBin = ({ name, list }: BinPart, filter: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['organisation-bin', name, filter],
    // things are deleted on other pages
    refetchOnMount: 'always',
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = {
        $top: PAGE,
        $orderby: 'Deleted/DateUtc desc',
        ...(filter === undefined ? {} : { $filter: filter }),
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      const { items, nextLink } = await answer(client.GET(list, { params: { query }, signal }))
      return { items, nextLink }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

/** What was done with many entries, and what was left. */
export type BinOutcome = Answer<'/v2/bin/restore', 'post'>

/** An entry as requests name it. */
export type BinEntryName = Sent<'/v2/bin/restore', 'post'>['entries'][number]

type Order = Sent<'/v2/bin/restore', 'post'> & { readonly reason?: string }

/** Restores the entries, or deletes them permanently where a reason is given. */
export function useBinOrder() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ entries, reason }: Order): Promise<BinOutcome> =>
      reason === undefined
        ? answer(client.POST('/v2/bin/restore', { body: { entries } }))
        : answer(client.POST('/v2/bin/purge', { body: { entries, reason } })),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
}
