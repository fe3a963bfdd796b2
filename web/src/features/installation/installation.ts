// Requests about the installation.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'

export type Health = Answer<'/v2/installation/health'>

const readAgainMs = 15_000

export const healthQuery = queryOptions({
  queryKey: ['installation-health'],
  queryFn: ({ signal }) => answer(client.GET('/v2/installation/health', { signal })),
  refetchInterval: readAgainMs,
  refetchOnMount: 'always',
})
