// What a person has deleted and can take back: everybody for a day, administrators until it is purged.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { allPages } from '../../lib/all-pages.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { binTexts as texts } from './texts.ts'

export type BinKind = 'matters' | 'contracts' | 'files'

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

const lists = { matters: '/v2/bin/matters', contracts: '/v2/bin/contracts', files: '/v2/bin' } as const

/**
 * What the person has deleted of a kind and can take back, the latest first. The server says what that is, by its own
 * clock.
 */
export const deletedQuery = (kind: BinKind, administer: boolean) =>
  queryOptions({
    queryKey: ['bin', kind],
    queryFn: async ({ signal }): Promise<readonly Deleted[]> => {
      const $filter = 'Deleted/User/Id eq me()'
      const entries = await allPages<Entry>((page) => {
        const query = { ...page, $filter, $orderby: 'Deleted/DateUtc desc' }
        return answer(client.GET(lists[kind], { params: { query }, signal }))
      })
      return entries.map(({ id, name, deleted, purged }) => {
        const at = deleted?.dateUtc ?? ''
        const until = administer ? (purged?.dateUtc ?? '') : new Date(Date.parse(at) + DAY).toISOString()
        return { id, name: name ?? '', at, until }
      })
    },
  })

const restoring: Readonly<Record<BinKind, (id: number) => Promise<unknown>>> = {
  matters: (matterId) =>
    client.POST('/v2/bin/matters/{matterId}/restore', { params: { path: { matterId } } }),
  contracts: (contractId) =>
    client.POST('/v2/bin/contracts/{contractId}/restore', { params: { path: { contractId } } }),
  files: (fileId) => client.POST('/v2/bin/{fileId}/restore', { params: { path: { fileId } } }),
}

/** Takes something back, after which everything that could show it is asked again. */
export function useRestore(kind: BinKind) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id }: Deleted) => restoring[kind](id),
    onSuccess: async (_, { name }) => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      showToast({ text: texts.restored(name) })
    },
  })
}
