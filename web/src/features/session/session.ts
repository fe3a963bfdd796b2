// The session: who is signed in.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Proof, Session, SessionUser } from '../../lib/api.ts'
import { answer, client, loadSession } from '../../lib/client.ts'
import { isAtWork, leaveWork } from '../../lib/session-gate.ts'
import { useAction } from '../../lib/use-action.ts'
import { askForPasskey } from './passkeys.ts'

const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: loadSession, staleTime: 30_000 })

/** The session; `data.user` is null while nobody is signed in. */
export function useSession() {
  return useQuery(sessionQuery)
}

/** Provides pages that require signing in with their session, which has a user. */
export const SignedInContext = createContext<(Session & { user: SessionUser }) | undefined>(undefined)

/** The session on a page that requires signing in. */
export function useSignedIn(): Session & { user: SessionUser } {
  const session = use(SignedInContext)
  if (session === undefined) throw new Error('useSignedIn is for pages within the signed-in frame')
  return session
}

/** Signs in with a password; afterwards everything is loaded again for the new user. */
export function useSignIn() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: { email: string; password: string }) => answer(client.POST('/session', { body })),
    onSuccess: () => renewEverything(queries),
  })
}

/**
 * Signs out and forgets everything that was loaded for the person. `beforeRenewal` runs in between, to leave a page of
 * theirs.
 */
export function useSignOut(beforeRenewal?: () => Promise<void>) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => answer(client.DELETE('/session')),
    onSuccess: () => {
      leaveWork()
      return beforeRenewal?.()
    },
    onSettled: () => renewEverything(queries),
  })
}

/** Completes a sign-in with the second factor. */
export function useSecondFactor() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ code, recoveryCode, passkey, remember }: Proof & { remember: boolean }) =>
      answer(client.POST('/session/second-factor', { body: { code, recoveryCode, passkey, remember } })),
    onSuccess: () => renewEverything(queries),
  })
}

/** Signs in with a passkey alone. */
export function usePasskeySignIn() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async () =>
      answer(client.POST('/session/passkey', { body: { passkey: await askForPasskey() } })),
    onSuccess: () => renewEverything(queries),
  })
}

/** Ends a sign-in that waits for its second factor. */
export function useCancelSignIn() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => answer(client.DELETE('/session/pending')),
    onSettled: () => renewEverything(queries),
  })
}

/** Loads the session again, after a first factor was set up to sign in. */
export function useRenewSession() {
  const queries = useQueryClient()
  return () => renewEverything(queries)
}

// The session first: its CSRF token and its user decide how everything else is requested.
async function renewEverything(queries: QueryClient): Promise<void> {
  await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
  // over a page, everything stays as it is and is only asked again
  if (isAtWork()) await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  else await queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
