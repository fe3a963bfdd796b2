// The calls about what a matter may cost.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'

export type Exposure = Answer<'/v2/matters/{matterId}/exposure'>['versions'][number]
export type NewExposure = Sent<'/v2/matters/{matterId}/exposure', 'put'>

const keyOf = (matterId: number) => ['matters', 'exposure', matterId]
const on = (matterId: number) => ({ path: { matterId: String(matterId) } })

export const exposureQuery = (matterId: number) =>
  queryOptions({
    queryKey: keyOf(matterId),
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/matters/{matterId}/exposure', { params: on(matterId), signal })),
  })

export function useSetExposure(matterId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ exposure, etag }: { exposure: NewExposure; etag: string | undefined }) =>
      answer(
        client.PUT('/v2/matters/{matterId}/exposure', {
          params: on(matterId),
          headers: ifMatch(etag),
          body: exposure,
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(matterId) }),
  })
}
