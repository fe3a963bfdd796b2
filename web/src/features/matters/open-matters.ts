// The matters that something, such as an invoice, can be for.
import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'

/** Those that are not archived, and of them the 200 that something has happened to last first. */
export const openMattersQuery = queryOptions({
  queryKey: ['matters', 'open'],
  queryFn: async ({ signal }) => {
    const query = { $filter: "Status ne 'Archived'", $orderby: 'Modified/DateUtc desc', $top: 200 }
    return (await answer(client.GET('/v2/matters', { params: { query }, signal }))).items
  },
})
