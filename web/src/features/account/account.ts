// Requests about your own account: sessions, ending them, and a new password.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { leaveWork } from '../../lib/session-gate.ts'
import { useAction } from '../../lib/use-action.ts'

/** A browser in which the person is signed in. */
export type MySession = Item<'/v2/my/sessions'>

const sessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: () => answer(client.GET('/v2/my/sessions')),
})

/** The sessions of this person, most recently used first. */
export function useMySessions() {
  return useQuery(sessionsQuery)
}

/** Signs out of one browser. */
export function useEndSession() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id }: { id: string }) =>
      answer(client.DELETE('/v2/my/sessions/{sessionId}', { params: { path: { sessionId: id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Signs out of every other browser; or of all, and ends the access of integrations too. */
export function useEndSessions() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: { keepCurrent: boolean; integrations: boolean }) =>
      answer(client.POST('/v2/my/sessions/end', { body })),
    onSuccess: (_, { keepCurrent }) => {
      if (!keepCurrent) leaveWork()
      return queries.resetQueries()
    },
  })
}

/** Sets a new password; every session ends, including this one. */
export function useChangePassword() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: { currentPassword: string; newPassword: string; endIntegrations: boolean }) =>
      answer(client.PUT('/v2/my/password', { body })),
    onSuccess: () => {
      leaveWork()
      return queries.resetQueries()
    },
  })
}
