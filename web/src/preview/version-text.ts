// The text of a version as the server reads it, for reading and for comparing.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../lib/calls.ts'
import { answer, client } from '../lib/client.ts'
import type { Previewed } from './previewed.ts'

/** A paragraph of a document, with its page where the format has pages, and its level if it is a heading. */
export type Paragraph = Answer<'/v2/files/{fileId}/versions/{version}/text'>['paragraphs'][number]

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
