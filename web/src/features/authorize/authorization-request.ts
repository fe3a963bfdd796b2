// The server's side of consent: the kept request, and the person's decision about it.
import { useQuery } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { leaveTo } from './leave-to.ts'

/** The request as it concerns the person who is signed in now. */
export function useAuthorizationRequest(id: string) {
  return useQuery({
    queryKey: ['authorization-requests', id],
    queryFn: () => answer(client.GET('/oauth/authorization-requests/{id}', { params: { path: { id } } })),
  })
}

/** Tells the server the decision and leaves for the integration with its answer. */
export function useDecision(id: string) {
  return useAction({
    mutationFn: (decision: 'allow' | 'deny') =>
      answer(
        client.POST('/oauth/authorization-requests/{id}/decision', {
          params: { path: { id } },
          body: { decision },
        }),
      ),
    onSuccess: ({ redirectTo }) => leaveTo(redirectTo),
  })
}
