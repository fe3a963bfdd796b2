// Requests about the installation and the background work of the organisation.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type Health = Answer<'/v2/installation/health'>
export type FailedJob = Item<'/v2/installation/failedJobs'>
export type Work = Item<'/v2/backgroundWork'>

const readAgainMs = 15_000

export const healthQuery = queryOptions({
  queryKey: ['installation-health'],
  queryFn: ({ signal }) => answer(client.GET('/v2/installation/health', { signal })),
  refetchInterval: readAgainMs,
  refetchOnMount: 'always',
})

/** How many failed jobs are shown; with more of them, the cause has to be fixed first. */
export const mostFailedJobs = 100

export const failedJobsQuery = queryOptions({
  queryKey: ['installation-failed-jobs'],
  queryFn: async ({ signal }) =>
    (
      await answer(
        client.GET('/v2/installation/failedJobs', { params: { query: { $top: mostFailedJobs } }, signal }),
      )
    ).items,
  refetchInterval: readAgainMs,
  refetchOnMount: 'always',
})

/** Tries a failed job again, or discards it. */
export function useFailedJob(act: 'retry' | 'discard') {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (jobId: string) =>
      answer(client.POST(`/v2/installation/failedJobs/{jobId}/${act}`, { params: { path: { jobId } } })),
    onSettled: () =>
      Promise.all(
        [failedJobsQuery, healthQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      ),
  })
}

const perPage = 50
const everyMs = 5_000

/** Background work, current and past; polled while something is running or waiting. */
export const workQuery = (unfinished: boolean) =>
  infiniteQueryOptions({
    queryKey: ['background-work', unfinished],
    queryFn: async ({ pageParam, signal }) =>
      (
        await answer(
          client.GET('/v2/backgroundWork', {
            params: { query: { $top: perPage, $skip: pageParam, unfinished } },
            signal,
          }),
        )
      ).items,
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.length < perPage ? undefined : all.length * perPage),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isUnfinished) === true ? everyMs : false),
  })

const isUnfinished = ({ state }: Work) => state === 'Running' || state === 'Waiting'

/** Stops it, including work that somebody else started. */
export function useStopWork() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ kind, id }: Pick<Work, 'kind' | 'id'>) =>
      answer(
        client.POST('/v2/backgroundWork/{kind}/{workId}/stop', { params: { path: { kind, workId: id } } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['background-work'] }),
  })
}
