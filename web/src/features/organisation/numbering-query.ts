// What the page of the organisation asks about the patterns of numbers; the form that changes them is loaded later.
import { queryOptions } from '@tanstack/react-query'
import { answerWithTag, client } from '../../lib/client.ts'

/** The patterns with their version. */
export const numberingQuery = queryOptions({
  queryKey: ['organisation', 'numbering'],
  queryFn: ({ signal }) => answerWithTag(client.GET('/v2/numbering', { signal })),
})
