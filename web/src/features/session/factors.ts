// Requests about second factors: those of the person signed in, and the first one of somebody who needs it to sign in.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { answer, client } from '../../lib/client.ts'
import { useAction } from '../../lib/use-action.ts'
import { makePasskey } from './passkeys.ts'

/** The second factors of this person. */
export const factorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => answer(client.GET('/session/second-factor')),
})

/** Asks for what an app has to know. */
export const useStartApp = () =>
  useAction({ mutationFn: () => answer(client.POST('/session/authenticator-app/start')) })

/** Sets the app up with its first code. */
export const useConfirmApp = () =>
  useFactorAction((body: { setUp: string; code: string }) =>
    answer(client.PUT('/session/authenticator-app', { body })),
  )

/** Makes a passkey. */
export const useAddPasskey = () =>
  useFactorAction(async (name: string) =>
    answer(client.POST('/session/passkeys', { body: { name, passkey: await makePasskey() } })),
  )

export const useRemoveApp = () => useFactorAction(() => answer(client.DELETE('/session/authenticator-app')))

export const useRemovePasskey = () =>
  useFactorAction((passkeyId: string) =>
    answer(client.DELETE('/session/passkeys/{passkeyId}', { params: { path: { passkeyId } } })),
  )

export const useRenamePasskey = () =>
  useFactorAction(({ id: passkeyId, name }: { id: string; name: string }) =>
    answer(
      client.PATCH('/session/passkeys/{passkeyId}', { params: { path: { passkeyId } }, body: { name } }),
    ),
  )

export const useRenewCodes = () => useFactorAction(() => answer(client.POST('/session/recovery-codes')))

export const useForgetDevice = () =>
  useFactorAction((deviceId: string) =>
    answer(client.DELETE('/session/devices/{deviceId}', { params: { path: { deviceId } } })),
  )

function useFactorAction<Result, Order = void>(mutationFn: (order: Order) => Promise<Result>) {
  const queries = useQueryClient()
  return useAction<Result, Order>({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: ['my-sessions'] }),
      ]),
  })
}
