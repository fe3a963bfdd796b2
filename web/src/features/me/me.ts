// Requests about the person who is signed in: what they may do, and their preferences.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me } from '../../components/me-context.ts'
import type { Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'

/** The person who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me', 'self'],
  queryFn: () => answer(client.GET('/v2/me')),
  staleTime: 60_000,
})

/** The person who is signed in, as loaded for the frame; pages use `useMe`. */
export function useMeQuery(enabled: boolean) {
  return useQuery({ ...meQuery, enabled })
}

type Preferences = Sent<'/v2/me/preferences', 'patch'>

const changingKey = ['change preferences']

/**
 * Changes some preferences. The screen follows at once; if the server refuses, it goes back. Changes made while others
 * are being saved are saved after them.
 */
export function useChangePreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: changingKey,
    scope: { id: 'preferences' },
    mutationFn: (body: Preferences) => answer(client.PATCH('/v2/me/preferences', { body })),
    onMutate: async (changes: Preferences) => {
      // an answer from before the change would undo it on the screen
      await queries.cancelQueries({ queryKey: meQuery.queryKey })
      const before = queries.getQueryData(meQuery.queryKey)
      if (before) queries.setQueryData(meQuery.queryKey, withPreferences(before, changes))
    },
    onSettled: () => {
      const isLast = queries.isMutating({ mutationKey: changingKey }) === 1
      return isLast ? queries.invalidateQueries({ queryKey: meQuery.queryKey }) : undefined
    },
  })
}

function withPreferences(me: Me, { notify, ...changes }: Preferences): Me {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const changedNotify = Object.fromEntries(
    // the way of a kind that goes back to the default is known after the answer
    Object.entries(notify ?? {}).filter(([, value]) => (value ?? undefined) !== undefined),
  )
  const preferences = { ...me.preferences, ...given, notify: { ...me.preferences.notify, ...changedNotify } }
  return { ...me, preferences }
}
