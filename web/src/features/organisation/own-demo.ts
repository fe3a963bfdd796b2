// What administrators ask about demo data, take in and throw away.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type DemoDataState = Answer<'/v2/demoData'>

export type RemovedDemoData = Awaited<ReturnType<typeof throwAway>>

const throwAway = () => answer(client.DELETE('/v2/demoData'))

export const demoDataQuery = queryOptions({
  queryKey: ['organisation', 'demo-data'],
  queryFn: ({ signal }) => answer(client.GET('/v2/demoData', { signal })),
})

// lists, people and types show it as well
function useDemoAction<Result>(mutationFn: () => Promise<Result>) {
  const queries = useQueryClient()
  return useAction<Result>({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
}

export const useTakeInDemoData = () => useDemoAction(() => answer(client.POST('/v2/demoData')))

export const useThrowAwayDemoData = () => useDemoAction(throwAway)
