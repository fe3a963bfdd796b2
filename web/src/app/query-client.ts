// How answers of the server are kept: a while, asked again when the window comes back, not tried again when refused.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefused, Refusal, UNREACHABLE } from '../lib/refusal.ts'

/** The cache of the whole app. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askWhoIsSignedIn }),
  mutationCache: new MutationCache({ onError: askWhoIsSignedIn }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: worthAnotherTry },
    mutations: { retry: false },
  },
})

// A 401 says that the session ended; the frame shows the sign-in page once the session is known to be nobody's.
function askWhoIsSignedIn(error: unknown): void {
  if (isRefused(error, 401)) void queryClient.invalidateQueries({ queryKey: ['session'] })
}

function worthAnotherTry(failures: number, error: unknown): boolean {
  const mayPass = !(error instanceof Refusal) || error.status === UNREACHABLE || error.status >= 502
  return mayPass && failures < 2
}
