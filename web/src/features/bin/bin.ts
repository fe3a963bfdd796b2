// What a person has deleted and can take back: everybody for a day, administrators until it is purged.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { allPages } from '../../lib/all-pages.ts'
import { answer, client } from '../../lib/client.ts'
import type { RecordsName } from '../../lib/kinds.ts'
import { useAction } from '../../lib/use-action.ts'
import { capitalised } from '../../lib/words.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { binTexts as texts } from './texts.ts'

/** A part of the bin: the records of a kind, or files and folders. */
export interface BinPart {
  readonly name: RecordsName | 'files'
  readonly title: string
  /** The list of what is in it. */
  readonly list: '/v2/bin' | `/v2/bin/${RecordsName}`
  readonly restore: (id: number) => Promise<unknown>
}

/** What is in the bin of the records of a kind. */
export const binOf = ({ names, calls }: RecordKind): BinPart => ({
  name: names.many,
  title: capitalised(names.many),
  list: `/v2/bin/${names.many}`,
  restore: calls.restore,
})

/** What is in the bin of files and folders. */
export const binOfFiles: BinPart = {
  name: 'files',
  title: texts.files,
  list: '/v2/bin',
  restore: (fileId) => client.POST('/v2/bin/{fileId}/restore', { params: { path: { fileId } } }),
}

const DAY = 86_400_000

/** Something that was deleted. */
export interface Deleted {
  readonly id: number
  readonly name: string
  /** When it was deleted, and until when who deleted it can take it back. */
  readonly at: string
  readonly until: string
}

interface Entry {
  readonly id: number
  readonly name?: string | null
  readonly deleted?: { readonly dateUtc?: string } | null
  readonly purged?: { readonly dateUtc?: string }
}

/**
 * What the person has deleted of a part and can take back, the latest first. The server says what that is, by its own
 * clock.
 */
export const deletedQuery = ({ name: part, list }: BinPart, administer: boolean) =>
  queryOptions({
    queryKey: ['bin', part],
    queryFn: async ({ signal }): Promise<readonly Deleted[]> => {
      const $filter = 'Deleted/User/Id eq me()'
      const entries = await allPages<Entry>((page) => {
        const query = { ...page, $filter, $orderby: 'Deleted/DateUtc desc' }
        return answer(client.GET(list, { params: { query }, signal }))
      })
      return entries.map(({ id, name, deleted, purged }) => {
        const at = deleted?.dateUtc ?? ''
        const until = administer ? (purged?.dateUtc ?? '') : new Date(Date.parse(at) + DAY).toISOString()
        return { id, name: name ?? '', at, until }
      })
    },
  })

/** Takes something back, after which everything that could show it is asked again. */
export function useRestore({ restore }: BinPart) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id }: Deleted) => restore(id),
    onSuccess: async (_, { name }) => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      showToast({ text: texts.restored(name) })
    },
  })
}
