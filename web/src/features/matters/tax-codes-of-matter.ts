// The tax codes that lines of invoices of a matter can name.
import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'

/** The tax codes that lines of invoices of a matter can name. */
export const taxCodesOfQuery = (matterId: number | undefined) =>
  queryOptions({
    queryKey: ['tax-codes', 'of-matter', matterId],
    enabled: matterId !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { matterId: String(matterId) } }
      return (await answer(client.GET('/v2/matters/{matterId}/taxCodes', { params, signal }))).items
    },
  })
