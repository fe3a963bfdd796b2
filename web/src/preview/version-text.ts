// The text of a version as the server reads it, for reading and for comparing.
import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '../lib/client.ts'
import type { Previewed } from './previewed.ts'

/** A paragraph of a document. */
export interface Paragraph {
  readonly text: string
  readonly page: number | null
  readonly level: number | null
}

/** Asked again every two seconds while the server is still reading the file. */
export const versionTextQuery = ({ fileId, version }: Pick<Previewed, 'fileId' | 'version'>) =>
  queryOptions({
    queryKey: ['files', fileId, 'versions', version, 'text'],
    queryFn: () =>
      answer(
        client.GET('/v2/files/{fileId}/versions/{version}/text', { params: { path: { fileId, version } } }),
      ),
    // the text of a version does not change
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.state === 'Pending' ? 2_000 : false),
  })
