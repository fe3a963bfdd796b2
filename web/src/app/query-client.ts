// How answers of the server are cached: for a while, refetched when the window gets the focus, and retried while the
// server is away.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { beginWork } from '../lib/quiet.ts'
import { hasStatus, isAway, Refusal, UNREACHABLE } from '../lib/refusal.ts'
import { hasSessionEnded, onSessionChange } from '../lib/session-gate.ts'

/** The cache of the whole app. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askWhoIsSignedIn }),
  mutationCache: new MutationCache({ onError: askWhoIsSignedIn }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: worthAnotherTry, retryDelay: soon, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// A 401 means that the session ended; the frame shows the sign-in page once the session is known to have no user.
function askWhoIsSignedIn(error: unknown): void {
  if (hasStatus(error, 401)) void queryClient.invalidateQueries({ queryKey: ['session'] })
}

// While the server is away, what is on the screen waits for it.
function worthAnotherTry(failures: number, error: unknown): boolean {
  if (hasStatus(error, UNREACHABLE)) return true
  return (!(error instanceof Refusal) || isAway(error)) && failures < 3
}

function soon(failures: number): number {
  return Math.min(500 * 2 ** failures, 3000)
}

// What is read, up to the drawing of what came of it, unless it waits until the person has signed in again. A change is
// counted while its calls are under way: in between it may wait for a decision of the person.
let endWork: (() => void) | undefined
function countReads(): void {
  if (queryClient.isFetching() === 0 || hasSessionEnded()) {
    endWork?.()
    endWork = undefined
  } else endWork ??= beginWork()
}
onSessionChange(countReads)
queryClient.getQueryCache().subscribe(({ type }) => {
  if (type === 'updated' || type === 'removed') countReads()
})
