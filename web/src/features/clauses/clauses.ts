// The calls about clauses.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { tokenIn } from '../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { state, type States } from '../../lib/states.ts'
import { useAction } from '../../lib/use-action.ts'
import { clauseTexts } from './texts.ts'

export type Clause = Item<'/v2/clauses'>
export type ClauseDetails = Answer<'/v2/clauses/{clauseId}'>
export type ClauseVersion = ClauseDetails['versions'][number]
export type NewClause = Sent<'/v2/clauses', 'post'>
export type NewVersion = Sent<'/v2/clauses/{clauseId}/versions', 'post'>

const { states } = clauseTexts
export const clauseStates: States<Clause['state']> = {
  Draft: state(states.Draft, 'draft'),
  Approved: state(states.Approved, 'good'),
  Retired: state(states.Retired, 'waiting'),
}

const key = ['clauses'] as const
const AT_ONCE = 50

export interface ClauseFilter {
  readonly words?: string | undefined
  readonly category?: string | undefined
  readonly state?: string | undefined
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The filter in the words of the API; retired ones only if they are asked for. */
function filterOf({ words = '', category, state: only }: ClauseFilter): string {
  const text = quoted(words.trim().toLowerCase())
  return [
    only === undefined ? "State ne 'Retired'" : `State eq ${quoted(only)}`,
    ...(category === undefined ? [] : [`Category eq ${quoted(category)}`]),
    ...(words.trim() === ''
      ? []
      : [
          `(contains(tolower(Title),${text}) or contains(tolower(Key),${text}) or contains(tolower(Text),${text}))`,
        ]),
  ].join(' and ')
}

export const clausesQuery = (filter: ClauseFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', filterOf(filter)],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        $filter: filterOf(filter),
        $top: AT_ONCE,
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      return answer(client.GET('/v2/clauses', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

export const categoriesQuery = queryOptions({
  queryKey: [...key, 'categories'],
  queryFn: ({ signal }) => answer(client.GET('/v2/clauses/categories', { signal })),
})

const on = (id: number) => ({ path: { clauseId: String(id) } })

export const clauseQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => answerWithTag(client.GET('/v2/clauses/{clauseId}', { params: on(id), signal })),
  })

export type ClauseUses = Answer<'/v2/clauses/{clauseId}/uses'>

export const usesQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'uses', id],
    queryFn: ({ signal }) => answer(client.GET('/v2/clauses/{clauseId}/uses', { params: on(id), signal })),
  })

export type ClauseComparison = Answer<'/v2/clauses/{clauseId}/comparison'>

/** Of a version of a document, which does not change. */
export const comparisonQuery = (id: number, file: { readonly fileId: number; readonly version: number }) =>
  queryOptions({
    queryKey: [...key, 'comparison', id, file.fileId, file.version],
    queryFn: ({ signal }) => {
      const query = { fileId: String(file.fileId), version: String(file.version) }
      return answer(client.GET('/v2/clauses/{clauseId}/comparison', { params: { ...on(id), query }, signal }))
    },
    retry: false,
  })

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}

function useClauseAction<Order, Done>(mutationFn: (order: Order) => Promise<Done>) {
  return useAction({ mutationFn, onSuccess: useRefresh() })
}

export const useCreateClause = () =>
  useClauseAction((body: NewClause) => answer(client.POST('/v2/clauses', { body })))

/** Only of the clause as it is shown. */
export const useAddVersion = (id: number, etag: string | undefined) =>
  useClauseAction((body: NewVersion) =>
    answer(client.POST('/v2/clauses/{clauseId}/versions', { params: on(id), body, headers: ifMatch(etag) })),
  )

export const useApprove = (id: number, etag: string | undefined) =>
  useClauseAction((version: number) =>
    answer(
      client.POST('/v2/clauses/{clauseId}/approve', {
        params: on(id),
        body: { version },
        headers: ifMatch(etag),
      }),
    ),
  )

export const useChangeClause = (id: number, etag: string | undefined) =>
  useClauseAction((body: Sent<'/v2/clauses/{clauseId}', 'patch'>) =>
    answer(client.PATCH('/v2/clauses/{clauseId}', { params: on(id), body, headers: ifMatch(etag) })),
  )

export const useMoveClause = (id: number) =>
  useClauseAction((move: 'retire' | 'restore' | 'delete') => {
    if (move === 'retire') return answer(client.POST('/v2/clauses/{clauseId}/retire', { params: on(id) }))
    if (move === 'restore') return answer(client.POST('/v2/clauses/{clauseId}/restore', { params: on(id) }))
    return answer(client.DELETE('/v2/clauses/{clauseId}', { params: on(id) }))
  })
