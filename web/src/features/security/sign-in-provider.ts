// Requests about the identity provider that people of the organisation sign in with.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'

export type ProviderSetup = Answer<'/v2/signInProvider'>
export type ProviderSettings = NonNullable<ProviderSetup['settings']>
export type ProviderEntry = Sent<'/v2/signInProvider', 'put'>

export const providerQuery = queryOptions({
  queryKey: ['sign-in-provider'],
  queryFn: ({ signal }) => answer(client.GET('/v2/signInProvider', { signal })),
})

/** Keeps settings, which do not count yet. */
export const usePrepareProvider = () =>
  useProvider((body: ProviderEntry) => answer(client.PUT('/v2/signInProvider', { body })))

/** Begins a test; the answer says where. */
export const useTestProvider = () => useProvider(() => answer(client.POST('/v2/signInProvider/tests')))

export const useEnableProvider = () => useProvider(() => answer(client.POST('/v2/signInProvider/enable')))

export const useDisableProvider = () => useProvider(() => answer(client.POST('/v2/signInProvider/disable')))

export const useMakeCertificate = () =>
  useProvider(() => answer(client.POST('/v2/signInProvider/certificates')))

export const useEndCertificate = () =>
  useProvider((certificateId: number) =>
    answer(
      client.DELETE('/v2/signInProvider/certificates/{certificateId}', {
        params: { path: { certificateId } },
      }),
    ),
  )

function useProvider<Result, Order = void>(mutationFn: (order: Order) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction<Result, Order>({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: providerQuery.queryKey }),
  })
}
