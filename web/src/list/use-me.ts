// Who looks at the list, as far as lists need to know.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, client } from '../lib/client.ts'

const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 300_000,
  queryFn: () => answer(client.GET('/v2/me')),
})

/** The person who is signed in, once known. */
export const useMe = () => useQuery(meQuery).data
