// The calls about allocations: of an invoice, of a matter, and the lists that these choose from.
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { Invoice } from '../review/invoice-calls.ts'

export type Allocation = Answer<'/v2/invoices/{invoiceId}/allocation'>
/** A share without amounts. */
export type NamedShare = Pick<Allocation['shares'][number], 'costCentre' | 'legalEntity' | 'percent'>
export type CostListName = 'costCentres' | 'legalEntities'

/** An entry of a list, as a share names it. */
export interface CostReference {
  readonly id: number
  readonly code?: string
  readonly name?: string
  readonly active?: boolean
}

/** A share as it is sent. */
export interface SentShare {
  readonly costCentre: { readonly id: number } | null
  readonly legalEntity: { readonly id: number } | null
  readonly percent: number
}

const onInvoice = (id: number) => ({ path: { invoiceId: String(id) } })

export const allocationQuery = ({ id, status }: Pick<Invoice, 'id' | 'status'>) =>
  queryOptions({
    // what can be changed depends on the status
    queryKey: ['invoices', 'allocation', id, status],
    queryFn: ({ signal }) =>
      answerWithTag(client.GET('/v2/invoices/{invoiceId}/allocation', { params: onInvoice(id), signal })),
  })

export interface SavedAllocation {
  readonly shares: readonly SentShare[]
  readonly reason: string | null
}

/** Replaces the shares of an invoice, only as it was read. */
export function useSaveAllocation(id: number, etag: string | undefined) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ shares, reason }: SavedAllocation) =>
      answer(
        client.PUT('/v2/invoices/{invoiceId}/allocation', {
          params: onInvoice(id),
          headers: ifMatch(etag),
          body: { shares: [...shares], ...(reason === null ? {} : { reason }) },
        }),
      ),
    // the version of the invoice is another one, and other people may have to approve
    onSettled: () => queries.invalidateQueries({ queryKey: ['invoices'] }),
  })
}

/** Some active entries with these letters in their code or name. */
export const costChoicesQuery = (list: CostListName, words: string) =>
  queryOptions({
    queryKey: ['costLists', list, words],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly CostReference[]> => {
      const text = `'${words.replaceAll("'", "''")}'`
      const found = words === '' ? '' : ` and (contains(Code,${text}) or contains(Name,${text}))`
      const params = { query: { $filter: `Active eq true${found}`, $orderby: 'Code', $top: 20 } }
      const { items } = await answer(
        list === 'costCentres'
          ? client.GET('/v2/costCentres', { params, signal })
          : client.GET('/v2/legalEntities', { params, signal }),
      )
      return items
    },
  })
