// What administrators ask about the exports and the deletion of their organisation, and do about it.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../lib/calls.ts'
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

const exportsPath = '/v2/organizations/{organizationId}/exports'
const exportPath = `${exportsPath}/{exportId}` as const

export type StoredExport = Answer<typeof exportsPath>['items'][number]

/** Whether it waits to be made, or is being made. */
export const isBeingMade = ({ state }: StoredExport): boolean => state === 'Waiting' || state === 'Running'

/** The exports that are stored or being made, newest first; read again while one is being made. */
export const exportsQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['exports', organizationId],
    queryFn: async ({ signal }) =>
      (await answer(client.GET(exportsPath, { params: pathOf(organizationId), signal }))).items,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.some(isBeingMade) === true ? 2_000 : false),
  })

export function useStartExport(organizationId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => answer(client.POST(exportsPath, { params: pathOf(organizationId) })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['exports'] }),
  })
}

/** Deletes an export, which stops it if it is being made. */
export function useDeleteExport(organizationId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (exportId: number) =>
      answer(client.DELETE(exportPath, { params: { path: { organizationId, exportId } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['exports'] }),
  })
}

/** Has the browser download an export, once the server has agreed to it: it may ask for a proof first. */
export function useDownloadExport(organizationId: number) {
  return useAction({
    mutationFn: async (exportId: number) => {
      const { response } = await client.GET(`${exportPath}/content`, {
        params: { path: { organizationId, exportId } },
        // one byte is no download in the history; a HEAD could not say which proof is missing
        headers: { range: 'bytes=0-0' },
        cache: 'no-store',
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
