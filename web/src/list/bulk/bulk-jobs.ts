// The changes of many rows that the server carries out for the person.
import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { isUnfinished } from './bulk-change.ts'

const EVERY_MS = 1_000

/** The latest ones; asked for again and again while one goes on. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ signal }) =>
    (await answer(client.GET('/v2/jobs', { params: { query: { $top: 20 } }, signal }))).items,
  staleTime: 30_000,
  refetchInterval: ({ state }) =>
    state.data?.some((job) => !job.checkOnly && isUnfinished(job)) === true ? EVERY_MS : false,
})
