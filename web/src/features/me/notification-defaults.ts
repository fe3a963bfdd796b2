// Requests about how people are notified who have not chosen themselves, which administrators set.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMergedForm } from '../../forms/use-merged-form.ts'
import type { Answer } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import type { Version } from '../../lib/conflict.ts'
import { meQuery } from './me.ts'
import { texts } from './texts.ts'

export type NotificationDefaults = Answer<'/v2/notificationDefaults'>

const readDefaults = (signal?: AbortSignal) =>
  answerWithTag(client.GET('/v2/notificationDefaults', signal ? { signal } : {}))

/** The defaults of the organisation with their version. */
export const notificationDefaultsQuery = queryOptions({
  queryKey: ['notification-defaults'],
  queryFn: ({ signal }) => readDefaults(signal),
})

type Ways = NotificationDefaults['notify']

const waysOf = ({ value, etag }: Version<NotificationDefaults>): Version<Ways> => ({
  value: value.notify,
  etag,
})

const wayWords = (way: unknown) => texts.how[way as keyof typeof texts.how]

/** The form of the defaults, in which what somebody else changes meanwhile is kept as well. */
export function useNotificationDefaultsForm(read: Version<NotificationDefaults>) {
  const queries = useQueryClient()
  return useMergedForm(waysOf(read), {
    send: (notify, etag) =>
      answer(client.PATCH('/v2/notificationDefaults', { body: { notify }, headers: ifMatch(etag) })),
    read: async () => waysOf(await readDefaults()),
    words: ({ field, mine, theirs }) => ({
      label: texts.kinds[field as keyof typeof texts.kinds][0],
      mine: wayWords(mine),
      theirs: wayWords(theirs),
    }),
    onSaved: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: notificationDefaultsQuery.queryKey }),
        // one's own ways may follow them
        queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  })
}
