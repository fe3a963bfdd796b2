// What administrators ask about imports, and do with them.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { sendBytes } from '../../lib/send-bytes.ts'
import { useAction } from '../../lib/use-action.ts'
import { titleOf } from '../../lib/words.ts'

export type Import = Answer<'/v2/imports/{importId}'>
export type ListedImport = Item<'/v2/imports'>
export type ImportKind = Item<'/v2/importKinds'>
export type ImportProperty = ImportKind['properties'][number]
export type Column = Import['columns'][number]
export type Problem = Item<'/v2/imports/{importId}/problems'>
export type RowOutcome = Item<'/v2/imports/{importId}/rows'>
/** What becomes of rows with warnings. */
export type WarningChoice = NonNullable<Sent<'/v2/imports/{importId}/run', 'post'>['warnings']>
export type Mapping = Sent<'/v2/imports/{importId}/mapping', 'put'>

/** Whether the background does something with the import. */
export const isAtWork = ({ state, files }: Pick<Import, 'state' | 'files'>): boolean =>
  state === 'Checking' || state === 'Running' || state === 'Undoing' || files.archives + files.buckets > 0

export const importKindsQuery = queryOptions({
  queryKey: ['imports', 'kinds'],
  queryFn: async ({ signal }) => {
    const { items } = await answer(client.GET('/v2/importKinds', { signal }))
    return items.map(({ properties, ...kind }) => ({
      ...kind,
      properties: properties.map((property) => ({ ...property, label: titleOf(property.label) })),
    }))
  },
})

export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: async ({ signal }) =>
    (await answer(client.GET('/v2/imports', { params: { query: { $top: 50 } }, signal }))).items,
})

export const importQuery = (importId: number) =>
  queryOptions({
    queryKey: ['imports', importId],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/imports/{importId}', { params: { path: { importId } }, signal })),
    // while something goes on
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? 1_000 : false),
  })

/** The problems that the last check has found; asked again when a check is over. */
export function useProblems({ id, state, wrong }: Import) {
  return useQuery({
    queryKey: ['imports', id, 'problems', state, wrong],
    // those of an earlier check are in the cache under the same state
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await answer(
          client.GET('/v2/imports/{importId}/problems', {
            params: { path: { importId: id }, query: { $top: 200 } },
            signal,
          }),
        )
      ).items,
    placeholderData: (before) => before,
  })
}

export const mostOutcomes = 200

/** The first rows that could not be made, or that an undo has left, with the reasons. */
export const outcomesQuery = (importId: number, outcome: 'Skipped' | 'Kept') =>
  queryOptions({
    queryKey: ['imports', importId, 'rows', outcome],
    // an undo changes it
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await answer(
          client.GET('/v2/imports/{importId}/rows', {
            params: { path: { importId }, query: { outcome, $top: mostOutcomes } },
            signal,
          }),
        )
      ).items,
  })

/** Begins an import with a table. */
export function useBeginImport() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async ({ kind, file }: { kind: string; file: File }) => {
      const query = new URLSearchParams({ kind, fileName: file.name })
      const response = await sendBytes(`/v2/imports?${query}`, file, { type: 'text/csv' })
      return (await response.json()) as Import
    },
    onSuccess: async (made) => {
      queries.setQueryData(importQuery(made.id).queryKey, made)
      await queries.invalidateQueries({ queryKey: importsQuery.queryKey })
    },
  })
}

/** What is known of files that are being sent. */
export interface SentFiles {
  readonly sent: number
  readonly total: number
}

/** Adds files one after the other: archives are unpacked by the server, others keep their path in the folder. */
export function useAddFiles(importId: number, onSent: (files: SentFiles) => void) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async ({ files }: { files: readonly File[] }) => {
      for (const [index, file] of files.entries()) {
        onSent({ sent: index, total: files.length })
        const isArchive = /\.zip$/i.test(file.name)
        const query = new URLSearchParams({ path: pathOf(file), ...(isArchive ? { unpack: 'true' } : {}) })
        const type = isArchive ? 'application/zip' : 'application/octet-stream'
        await sendBytes(`/v2/imports/${importId}/files?${query}`, file, { type })
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports', importId] }),
  })
}

export type Bucket = Sent<'/v2/imports/{importId}/buckets', 'post'>

/** Has the background fetch the objects of a bucket. */
export function useAddBucket(importId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Bucket) =>
      answer(client.POST('/v2/imports/{importId}/buckets', { params: { path: { importId } }, body })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports', importId] }),
  })
}

/** The path in the folder that was chosen, without the name of the folder itself. */
const pathOf = ({ name, webkitRelativePath: path }: File) => path.split('/').slice(1).join('/') || name

/** The mapping of an import as it can be sent back. */
export const mappingOf = ({ columns, always }: Import): Mapping => ({
  columns: columns.flatMap(({ column, property, pattern, patterns, values }) =>
    property === null
      ? []
      : [{ column, property, pattern: patterns.length > 0 ? pattern : null, values: [...values] }],
  ),
  always: [...always],
})

/** Replaces the mapping; what `change` makes of it is sent, so that changes in a row are put together. */
export function useMapping(importId: number) {
  const queries = useQueryClient()
  const { queryKey } = importQuery(importId)
  return useAction({
    mutationFn: (mapping: Mapping) =>
      answer(client.PUT('/v2/imports/{importId}/mapping', { params: { path: { importId } }, body: mapping })),
    onSuccess: (changed) => {
      queries.setQueryData(queryKey, changed)
    },
  })
}

export type Act = 'check' | 'run' | 'stop' | 'undo'

/** Has the background do something with the import, or stop it. */
export function useActOn(importId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ act, ...body }: { act: Act; skipWrong?: boolean; warnings?: WarningChoice }) => {
      const params = { path: { importId } }
      switch (act) {
        case 'check':
          return answer(client.POST('/v2/imports/{importId}/check', { params }))
        case 'run':
          return answer(client.POST('/v2/imports/{importId}/run', { params, body }))
        case 'stop':
          return answer(client.POST('/v2/imports/{importId}/stop', { params }))
        case 'undo':
          return answer(client.POST('/v2/imports/{importId}/undo', { params }))
      }
    },
    onSuccess: (changed) => {
      queries.setQueryData(importQuery(importId).queryKey, changed)
    },
  })
}

/** Removes the import; what it made stays. */
export function useRemoveImport(importId: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => answer(client.DELETE('/v2/imports/{importId}', { params: { path: { importId } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: importsQuery.queryKey }),
  })
}
