// The calls about what invoices of a matter are allocated over.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { SavedAllocation } from '../../invoices/allocation/allocation-calls.ts'

const onMatter = (matterId: number) => ({ path: { matterId: String(matterId) } })

export const defaultAllocationQuery = (matterId: number) =>
  queryOptions({
    queryKey: ['invoices', 'defaultAllocation', matterId],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/matters/{matterId}/allocation', { params: onMatter(matterId), signal })),
  })

/** Replaces what invoices of a matter begin with. */
export function useSaveDefaultAllocation(matterId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ shares }: SavedAllocation) =>
      answer(
        client.PUT('/v2/matters/{matterId}/allocation', {
          params: onMatter(matterId),
          body: { shares: [...shares] },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invoices', 'defaultAllocation'] }),
  })
}
