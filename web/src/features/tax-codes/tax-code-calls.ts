// The calls about tax codes.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../lib/all-pages.ts'
import type { Item, Sent } from '../../lib/calls.ts'
import { answer, client, ifMatch } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type TaxCode = Item<'/v2/taxCodes'>
export type NewTaxCode = Sent<'/v2/taxCodes', 'post'>

const key = ['tax-codes'] as const

/** All codes of the organisation, by country and code. */
export const taxCodesQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) =>
    allPages((page) =>
      answer(
        client.GET('/v2/taxCodes', { params: { query: { ...page, $orderby: 'Country,Code' } }, signal }),
      ),
    ),
})

function useTaxCodes<Order>(mutationFn: (order: Order) => Promise<unknown>) {
  const queries = useQueryClient()
  return useAction({ mutationFn, onSuccess: () => queries.invalidateQueries({ queryKey: key }) })
}

const on = (id: number) => ({ path: { taxCodeId: String(id) } })

/** Adds a code, or changes one in the version that was read. */
export const useSaveTaxCode = (before: TaxCode | undefined) =>
  useTaxCodes((values: NewTaxCode) =>
    before?.id === undefined
      ? answer(client.POST('/v2/taxCodes', { body: values }))
      : answer(
          client.PATCH('/v2/taxCodes/{taxCodeId}', {
            params: on(before.id),
            headers: ifMatch(`"${before.version}"`),
            body: values,
          }),
        ),
  )

/** Deletes a code that no line names. */
export const useDeleteTaxCode = () =>
  useTaxCodes((id: number) => answer(client.DELETE('/v2/taxCodes/{taxCodeId}', { params: on(id) })))
