// What administrators ask about the export and the deletion of their organisation, and do about it.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'

const pathOf = (organizationId: number) => ({ path: { organizationId } })

/** The deletion that was asked for; null for none. */
export const deletionQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['leaving', organizationId],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/organizations/{organizationId}/deletion', { params: pathOf(organizationId), signal }),
      ).catch((error: unknown) => {
        if (hasStatus(error, 404)) return null
        throw error
      }),
  })

/** Has the browser download the export, once the server has agreed to it: it may ask for a proof first. */
export function useExport(organizationId: number) {
  return useAction({
    mutationFn: async () => {
      const { response } = await client.GET('/v2/organizations/{organizationId}/export', {
        params: pathOf(organizationId),
        parseAs: 'stream',
      })
      // only the browser can put it on the disk as it arrives
      await response.body?.cancel()
      const link = document.createElement('a')
      link.href = response.url
      link.download = ''
      link.click()
    },
  })
}

export function useRequestDeletion(organizationId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: { name: string; reason: string }) =>
      answer(
        client.PUT('/v2/organizations/{organizationId}/deletion', { params: pathOf(organizationId), body }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['leaving'] }),
  })
}

export function useCancelDeletion(organizationId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () =>
      answer(
        client.DELETE('/v2/organizations/{organizationId}/deletion', { params: pathOf(organizationId) }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['leaving'] }),
  })
}
