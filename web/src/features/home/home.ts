// What the home page asks for.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasFeature, useMe } from '../../components/me-context.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { kinds } from '../../lib/kinds.ts'
import { viewedLast } from '../../lib/viewed-last.ts'
import { markStale, showing } from '../../lib/stale.ts'
import { useAction } from '../../lib/use-action.ts'

export type Work = Item<'/v2/me/work'>
export type Change = Item<'/v2/me/changes'>

const MOST_CHANGES = 30

export const workQuery = queryOptions({
  queryKey: ['me', 'work'],
  queryFn: async () => (await answer(client.GET('/v2/me/work'))).items,
  ...showing('*'),
})

export const recentsQuery = queryOptions({
  queryKey: ['me', 'recents'],
  queryFn: viewedLast,
  staleTime: 0,
})

/** `since` is an instant. */
export const changesQuery = (since: string) =>
  queryOptions({
    queryKey: ['me', 'changes', since],
    queryFn: async () => {
      const query = { since, $top: MOST_CHANGES }
      return (await answer(client.GET('/v2/me/changes', { params: { query } }))).items
    },
    ...showing('*'),
  })

const endingQuery = queryOptions({
  queryKey: ['me', 'ending'],
  queryFn: async () => {
    const $filter = 'Owner/Id eq me() and Expiry ge today() and Expiry le today(30)'
    const query = { $filter, $orderby: 'Expiry', $top: 50 }
    return (await answer(client.GET('/v2/contracts', { params: { query } }))).items
  },
  ...showing(kinds.contract.type),
})

/** Own contracts that end within 30 days, where the organisation has contracts. */
export function useEnding() {
  return useQuery({ ...endingQuery, enabled: hasFeature(useMe(), kinds.contract.feature) })
}

/** Marks a task or key date as done, or takes that back. */
export function useDone() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ work, done }: { work: Work; done: boolean }) => setDone(work, done),
    onSuccess: (_, { work }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: workQuery.queryKey }),
        markStale(queries, [work.kind, work.record.type, `${work.record.type}/${work.record.id}`]),
      ]),
  })
}

async function setDone({ kind, id, record }: Work, done: boolean): Promise<void> {
  if (kind === 'KeyDate') {
    const path = { contractId: record.id, keyDateId: id }
    await client.PATCH('/v2/contracts/{contractId}/keyDates/{keyDateId}', {
      params: { path },
      body: { done },
    })
  } else if (done) {
    await client.POST('/v2/tasks/{taskId}/complete', { params: { path: { taskId: id } } })
  } else {
    await client.PATCH('/v2/tasks/{taskId}', {
      params: { path: { taskId: id } },
      body: { status: 'InProgress' },
    })
  }
}
