// Records that nobody of the organisation can open, for its administrators.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { allPages } from '../../lib/all-pages.ts'
import { answer, client } from '../../lib/client.ts'
import type { KindNames } from '../../lib/kinds.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Unattended } from '../records/record-calls.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { unattendedTexts as texts } from './texts.ts'

/** The records of a kind that nobody can open. */
export const unattendedQuery = ({ many }: KindNames) =>
  queryOptions({
    queryKey: ['unattended', many],
    queryFn: ({ signal }): Promise<readonly Unattended[]> =>
      allPages<Unattended>((page) => {
        const query = { ...page, $orderby: 'Id' }
        return answer(client.GET(`/v2/unattended/${many}`, { params: { query }, signal }))
      }),
  })

/** Takes over a record, after which everything that could show it is asked again. */
export function useTakeOver(kind: RecordKind) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id, reason }: { id: number; reason: string }) => kind.calls.takeOver(id, reason),
    onSuccess: async (_, { id }) => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      showToast({ text: texts.taken(texts.named(kind.names, id)) })
    },
  })
}
