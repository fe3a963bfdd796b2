// The invoices of a record, the latest first.
import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../lib/all-pages.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { recordKey, type RecordRef } from './records.ts'

export type Invoice = Item<'/v2/invoices'>

/** All of them that the person may see. */
export const invoicesQuery = (record: RecordRef) =>
  queryOptions({
    queryKey: [...recordKey(record), 'invoices'],
    queryFn: ({ signal }) =>
      allPages((page) => {
        const $filter = `${record.kind.names.type}/Id eq ${record.id}`
        const query = { ...page, $filter, $orderby: 'InvoiceDate desc' }
        return answer(client.GET('/v2/invoices', { params: { query }, signal }))
      }),
  })
