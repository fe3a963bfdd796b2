// Requests about the person who is signed in: what they may do, and their preferences.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me } from '../../components/me-context.ts'
import type { Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

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

/** Changes some preferences. The screen follows at once; if the server refuses, it goes back. */
export function useChangePreferences() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: Preferences) => answer(client.PATCH('/v2/me/preferences', { body })),
    onMutate: (changes: Preferences) => {
      const before = queries.getQueryData(meQuery.queryKey)
      if (before) queries.setQueryData(meQuery.queryKey, withPreferences(before, changes))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}

function withPreferences(me: Me, { notify, ...changes }: Preferences): Me {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const told = Object.fromEntries(Object.entries(notify ?? {}).filter(([, value]) => value !== undefined))
  const preferences = { ...me.preferences, ...given, notify: { ...me.preferences.notify, ...told } }
  return { ...me, preferences }
}
