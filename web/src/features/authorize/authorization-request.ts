// Requests for consent: the stored authorization request, and the person's decision about it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { redirectBrowser } from './redirect-to.ts'

/** The request as it applies to the person who is signed in. */
export function useAuthorizationRequest(id: string) {
  return useQuery({
    queryKey: ['authorization-requests', id],
    queryFn: () => answer(client.GET('/oauth/authorization-requests/{id}', { params: { path: { id } } })),
  })
}

/**
 * Sends the decision to the server and redirects to the integration with its answer. One that nobody was asked for is
 * refused where the integration was changed meanwhile: then the request is read again, and the person asked.
 */
export function useDecision(id: string, { asked = true }: { readonly asked?: boolean } = {}) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (decision: 'allow' | 'deny') =>
      answer(
        client.POST('/oauth/authorization-requests/{id}/decision', {
          params: { path: { id } },
          body: { decision, asked },
        }),
      ),
    onSuccess: ({ redirectTo }) => redirectBrowser(redirectTo),
    onError: (error) => {
      if (hasStatus(error, 409)) void queries.invalidateQueries({ queryKey: ['authorization-requests', id] })
    },
  })
}
