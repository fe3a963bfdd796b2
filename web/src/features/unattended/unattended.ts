// Matters and contracts that nobody of the organisation can open, for its administrators.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { allPages } from '../../lib/all-pages.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { unattendedTexts as texts } from './texts.ts'

export type UnattendedKind = 'matters' | 'contracts'
export type Unattended = Item<'/v2/unattended/matters'>

const lists = { matters: '/v2/unattended/matters', contracts: '/v2/unattended/contracts' } as const

/** The records of a kind that nobody can open. */
export const unattendedQuery = (kind: UnattendedKind) =>
  queryOptions({
    queryKey: ['unattended', kind],
    queryFn: ({ signal }): Promise<readonly Unattended[]> =>
      allPages<Unattended>((page) => {
        const query = { ...page, $orderby: 'Id' }
        return answer(client.GET(lists[kind], { params: { query }, signal }))
      }),
  })

const taking: Readonly<Record<UnattendedKind, (id: number, reason: string) => Promise<unknown>>> = {
  matters: (matterId, reason) =>
    answer(
      client.POST('/v2/matters/{matterId}/takeOver', { params: { path: { matterId } }, body: { reason } }),
    ),
  contracts: (contractId, reason) =>
    answer(
      client.POST('/v2/contracts/{contractId}/takeOver', {
        params: { path: { contractId } },
        body: { reason },
      }),
    ),
}

/** Takes over a record, after which everything that could show it is asked again. */
export function useTakeOver(kind: UnattendedKind) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id, reason }: { id: number; reason: string }) => taking[kind](id, reason),
    onSuccess: async (_, { id }) => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      showToast({ text: texts.taken(texts.named[kind](id)) })
    },
  })
}
