// How answers of the server are cached: for a while, refetched when the window gets the focus, and not retried after an
// error response.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasStatus, isAway, Refusal } from '../lib/refusal.ts'

/** The cache of the whole app. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askWhoIsSignedIn }),
  mutationCache: new MutationCache({ onError: askWhoIsSignedIn }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: worthAnotherTry },
    mutations: { retry: false },
  },
})

// A 401 means that the session ended; the frame shows the sign-in page once the session is known to have no user.
function askWhoIsSignedIn(error: unknown): void {
  if (hasStatus(error, 401)) void queryClient.invalidateQueries({ queryKey: ['session'] })
}

function worthAnotherTry(failures: number, error: unknown): boolean {
  const mayPass = !(error instanceof Refusal) || isAway(error)
  return mayPass && failures < 2
}
