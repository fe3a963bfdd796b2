// What the organisation calls the statuses of its records: read and set.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMergedForm } from '../../forms/use-merged-form.ts'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import type { Version } from '../../lib/conflict.ts'
import { namesOfType } from '../../lib/kinds.ts'
import { statusNamesTexts as texts } from './texts.ts'

export type StatusNames = Answer<'/v2/statusNames'>
type NewName = Sent<'/v2/statusNames', 'patch'>['names'][number]

/** The names with their version. */
export const statusNamesQuery = queryOptions({
  queryKey: ['organisation', 'status names'],
  queryFn: ({ signal }) => answerWithTag(client.GET('/v2/statusNames', { signal })),
})

/** The records on which a name stands. */
export interface Place {
  readonly recordType: StatusNames['names'][number]['recordType']
  readonly typeId: number | null
}

/** Every name by where it stands and its status; none is an empty text. */
export type Drafts = Readonly<Record<string, string>>

export const draftKey = ({ recordType, typeId }: Place, status: string): string =>
  `${recordType} ${typeId ?? ''} ${status}`

const draftsOf = ({ value, etag }: Version<StatusNames>): Version<Drafts> => ({
  value: Object.fromEntries(
    value.names.map(({ recordType, type, status, name }) => [
      draftKey({ recordType, typeId: type?.id ?? null }, status),
      name,
    ]),
  ),
  etag,
})

function namesIn(drafts: Drafts): NewName[] {
  return Object.entries(drafts).flatMap(([key, name]): NewName[] => {
    const [recordType = '', typeId = '', status = ''] = key.split(' ')
    const known = namesOfType(recordType)
    if (!known || name.trim() === '') return []
    return [{ recordType: known.type, type: typeId === '' ? null : { id: Number(typeId) }, status, name }]
  })
}

const readDrafts = async () => draftsOf(await answerWithTag(client.GET('/v2/statusNames')))

/** The form of all names: where somebody else has changed the same one meanwhile, it asks which to keep. */
export function useStatusNamesForm(read: Version<StatusNames>) {
  const queries = useQueryClient()
  return useMergedForm<Drafts>(draftsOf(read), {
    // all names are replaced together: those that were not changed here are sent as they are now
    send: async (changes, etag) => {
      const names = namesIn({ ...(await readDrafts()).value, ...changes } as Drafts)
      return answer(client.PATCH('/v2/statusNames', { body: { names }, headers: ifMatch(etag) }))
    },
    read: readDrafts,
    words: ({ field, mine, theirs }) => ({
      label: texts.nameOf(field.split(' ')[2] ?? ''),
      mine: wordsOf(mine),
      theirs: wordsOf(theirs),
    }),
    // every page that shows a status
    onSaved: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
}

const wordsOf = (name: unknown) => (typeof name === 'string' && name !== '' ? name : undefined)

/** Which of the names that were sent is refused, and why. */
export const refusedKey = (drafts: Drafts, index: number): string | undefined => {
  const sent = Object.entries(drafts).filter(([, name]) => name.trim() !== '')
  return sent[index]?.[0]
}
