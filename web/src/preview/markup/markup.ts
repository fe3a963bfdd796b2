// The tracked changes of a version of a Word document, as the server reads them, and what is decided of them.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import type { Previewed } from '../previewed.ts'

type Version = Pick<Previewed, 'fileId' | 'version'>

const markupPath = '/v2/files/{fileId}/versions/{version}/markup'

export type TrackedChange = Answer<typeof markupPath>['changes'][number]

export type Decision = 'Accept' | 'Reject'

const pathOf = ({ fileId, version }: Version) => ({ path: { fileId, version } })

/** What a version has, with the tag of its file. */
export const markupQuery = (version: Version) =>
  queryOptions({
    queryKey: ['files', version.fileId, 'versions', version.version, 'markup'],
    queryFn: () => answerWithTag(client.GET(markupPath, { params: pathOf(version) })),
  })

/** What is sent: chosen changes, or all. */
export interface Decided {
  readonly chosen: ReadonlyMap<number, Decision>
  readonly rest?: Decision
}

/** Makes the new version. */
export const decide = (version: Version, etag: string | undefined, { chosen, rest }: Decided) =>
  answer(
    client.POST(`${markupPath}/decisions`, {
      params: { ...pathOf(version), header: ifMatch(etag) },
      body: {
        accept: idsOf(chosen, 'Accept'),
        reject: idsOf(chosen, 'Reject'),
        ...(rest === undefined ? {} : { rest }),
      },
    }),
  )

const idsOf = (chosen: ReadonlyMap<number, Decision>, decision: Decision): number[] =>
  [...chosen].flatMap(([id, each]) => (each === decision ? [id] : []))
