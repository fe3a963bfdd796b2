// The deadline that steps have which people add to a request for approval, unless they set one.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export const approvalDefaultsQuery = queryOptions({
  queryKey: ['organisation', 'approvalDefaults'],
  queryFn: ({ signal }) => answer(client.GET('/v2/approvalDefaults', { signal })),
})

export function useSetApprovalDefaults() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Sent<'/v2/approvalDefaults', 'put'>) =>
      answer(client.PUT('/v2/approvalDefaults', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: approvalDefaultsQuery.queryKey }),
  })
}
