// The invoices of a matter, the latest first.
import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../lib/all-pages.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'

export type Invoice = Item<'/v2/invoices'>

/** All of them that the person may see. */
export const invoicesQuery = (matterId: number) =>
  queryOptions({
    queryKey: ['matters', matterId, 'invoices'],
    queryFn: ({ signal }) =>
      allPages((page) => {
        const query = { ...page, $filter: `Matter/Id eq ${matterId}`, $orderby: 'InvoiceDate desc' }
        return answer(client.GET('/v2/invoices', { params: { query }, signal }))
      }),
  })
