// The comparison of two Word documents by the server: asked for, waited for, and read.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import type { Previewed } from '../previewed.ts'

type Version = Pick<Previewed, 'fileId' | 'version'>

const comparisonPath = '/v2/files/{fileId}/versions/{version}/comparisons/{comparisonId}'

export type Redline = Answer<typeof comparisonPath>
export type RedlineChange = Answer<`${typeof comparisonPath}/changes`>['items'][number]
export type RedlineParagraph = Answer<`${typeof comparisonPath}/text`>['paragraphs'][number]
export type RedlinePiece = RedlineParagraph['pieces'][number]
export type ChangeClass = RedlineChange['classes'][number]

/** What a redline says, or why there is none yet. */
export type RedlineState =
  | { readonly kind: 'working' }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'done'
      readonly redline: Redline
      readonly changes: readonly RedlineChange[]
      readonly paragraphs: readonly RedlineParagraph[]
    }

const askEveryMs = 700
// neither versions nor what is between them change
const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000 }

/** The redline from `before` to `after`; it is made if it was not made before. */
export function useRedline(before: Version, after: Version): RedlineState {
  const asked = useQuery(askQuery(before, after))
  const id = asked.data?.id
  const redline = useQuery({ ...comparisonQuery(after, id ?? 0), enabled: id !== undefined })
  const isDone = redline.data?.state === 'Done'
  const changes = useQuery({ ...changesQuery(after, id ?? 0), enabled: isDone })
  const text = useQuery({ ...textQuery(after, id ?? 0), enabled: isDone })
  const error = asked.error ?? redline.error ?? changes.error ?? text.error
  if (error) return { kind: 'error', error }
  if (redline.data?.state === 'Failed') return { kind: 'failed', reason: redline.data.reason ?? '' }
  if (!redline.data || !changes.data || !text.data) return { kind: 'working' }
  return {
    kind: 'done',
    redline: redline.data,
    changes: changes.data.items,
    paragraphs: text.data.paragraphs,
  }
}

const keyOf = (after: Version) => ['files', after.fileId, 'versions', after.version, 'redline'] as const
const pathOf = ({ fileId, version }: Version, comparisonId: number) => ({
  params: { path: { fileId, version, comparisonId } },
})

const askQuery = (before: Version, after: Version) =>
  queryOptions({
    queryKey: [...keyOf(after), 'with', before.fileId, before.version],
    queryFn: () =>
      answer(
        client.POST('/v2/files/{fileId}/versions/{version}/comparisons', {
          params: { path: { fileId: after.fileId, version: after.version } },
          body: { before: { fileId: before.fileId, version: before.version } },
        }),
      ),
    ...kept,
  })

const comparisonQuery = (after: Version, id: number) =>
  queryOptions({
    queryKey: [...keyOf(after), id],
    queryFn: () => answer(client.GET(comparisonPath, pathOf(after, id))),
    refetchInterval: ({ state }) => (state.data?.state === 'Working' ? askEveryMs : false),
    ...kept,
  })

const changesQuery = (after: Version, id: number) =>
  queryOptions({
    queryKey: [...keyOf(after), id, 'changes'],
    queryFn: () => answer(client.GET(`${comparisonPath}/changes`, pathOf(after, id))),
    ...kept,
  })

const textQuery = (after: Version, id: number) =>
  queryOptions({
    queryKey: [...keyOf(after), id, 'text'],
    queryFn: () => answer(client.GET(`${comparisonPath}/text`, pathOf(after, id))),
    ...kept,
  })

/** Where the redline is downloaded. */
export const redlineUrl = ({ id, after }: Redline): string =>
  `/v2/files/${after.fileId}/versions/${after.version}/comparisons/${id}/redline`

/** Where the later version is downloaded without tracked changes. */
export const cleanCopyUrl = ({ after }: Redline): string =>
  `/v2/files/${after.fileId}/versions/${after.version}/cleanCopy`
