// Requests about integration clients: reading and updating them.
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

/** An integration client as its managers see it. */
export type IntegrationClient = Item<'/v2/integrationClients'>
/** A secret of an integration client; the secret itself is shown once, when it is created. */
export type IntegrationClientSecret = IntegrationClient['secrets'][number]
/** The answer to a new client. A public client has no secret. */
export type CreatedIntegrationClient = Answer<'/v2/integrationClients', 'post'>
/** The answer to a rotation. */
export type RotatedSecret = Answer<'/v2/integrationClients/{id}/secrets', 'post'>
type IntegrationClientChanges = Sent<'/v2/integrationClients/{id}', 'patch'>

const PAGE = 100
const everyClient = { queryKey: ['integration-clients'] }

const listQuery = infiniteQueryOptions({
  queryKey: [...everyClient.queryKey, 'list'],
  queryFn: ({ pageParam }) =>
    answer(client.GET('/v2/integrationClients', { params: { query: { $top: PAGE, $skip: pageParam } } })),
  initialPageParam: 0,
  getNextPageParam: ({ items }, pages) => (items.length < PAGE ? undefined : pages.length * PAGE),
})

const oneQuery = (id: number) =>
  queryOptions({
    queryKey: [...everyClient.queryKey, id],
    queryFn: () => answer(client.GET('/v2/integrationClients/{id}', { params: { path: { id } } })),
  })

/** The integration clients that the user may manage, page by page. */
export function useIntegrationClients() {
  return useInfiniteQuery(listQuery)
}

/** One integration client. */
export function useIntegrationClient(id: number) {
  return useQuery(oneQuery(id))
}

/** Registers a client; the response contains its secret for the only time. */
export function useCreateIntegrationClient() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: {
      name: string
      redirectUris: string[]
      contactEmail: string
      confidential: boolean
      secretRequired: boolean
    }) => answer(client.POST('/v2/integrationClients', { body })),
    onSuccess: () => queries.invalidateQueries(everyClient),
    // Do not keep the secret in memory once the page that shows it is gone.
    gcTime: 0,
  })
}

/** Updates some of a client's properties. */
export function useChangeIntegrationClient(id: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: IntegrationClientChanges) =>
      answer(client.PATCH('/v2/integrationClients/{id}', { params: { path: { id } }, body })),
    onSuccess: () => queries.invalidateQueries(everyClient),
  })
}

/** Creates a new secret; earlier ones stay valid for that many hours. */
export function useRotateSecret(id: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (overlapHours: number) =>
      answer(
        client.POST('/v2/integrationClients/{id}/secrets', {
          params: { path: { id } },
          body: { overlapHours },
        }),
      ),
    onSuccess: () => queries.invalidateQueries(everyClient),
    gcTime: 0,
  })
}

/** Ends an old secret early. */
export function useEndSecret(id: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (secretId: number) =>
      answer(
        client.DELETE('/v2/integrationClients/{id}/secrets/{secretId}', {
          params: { path: { id, secretId } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries(everyClient),
  })
}
