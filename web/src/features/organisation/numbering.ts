// How the organisation numbers its records: read, tried and set.
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type Numbering = Answer<'/v2/numbering'>
export type Pattern = Sent<'/v2/numbering', 'patch'>['patterns'][number]

/** The patterns with their version. */
export const numberingQuery = queryOptions({
  queryKey: ['organisation', 'numbering'],
  queryFn: ({ signal }) => answerWithTag(client.GET('/v2/numbering', { signal })),
})

/** The next numbers by patterns that are not set yet, or what is wrong with them. */
export const useNumbers = (patterns: readonly Pattern[]) =>
  useQuery({
    queryKey: ['organisation', 'numbering', 'preview', patterns],
    queryFn: async ({ signal }) => {
      const body = { patterns: [...patterns] }
      return (await answer(client.POST('/v2/numbering/preview', { body, signal }))).patterns
    },
    enabled: patterns.length > 0,
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

/** Sets the patterns, unless somebody else has changed them since they were read. */
export function useSetNumbering() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ patterns, etag }: { patterns: readonly Pattern[]; etag: string | undefined }) =>
      answer(client.PATCH('/v2/numbering', { body: { patterns: [...patterns] }, headers: ifMatch(etag) })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['organisation', 'numbering'] }),
  })
}
