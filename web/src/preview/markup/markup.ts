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

/** What is written and decided about a thread of comments, before it is saved. */
export interface PendingAnswer {
  readonly text?: string | undefined
  readonly resolved?: boolean | undefined
}

/** By the id of the comment. */
export type PendingAnswers = Readonly<Record<string, PendingAnswer>>

/** What is sent of them. */
export const answersOf = (pending: PendingAnswers) =>
  Object.entries(pending).flatMap(([id, { text = '', resolved }]) => {
    const written = text.trim()
    if (written === '' && resolved === undefined) return []
    return [
      {
        comment: Number(id),
        ...(written === '' ? {} : { text: written }),
        ...(resolved === undefined ? {} : { resolved }),
      },
    ]
  })

/** Makes the new version with the answers, and a message of the conversation if wanted. */
export const answerComments = (
  version: Version,
  etag: string | undefined,
  { answers, inConversation }: { answers: ReturnType<typeof answersOf>; inConversation: boolean },
) =>
  answer(
    client.POST(`${markupPath}/comments`, {
      params: { ...pathOf(version), header: ifMatch(etag) },
      body: { answers, inConversation },
    }),
  )
