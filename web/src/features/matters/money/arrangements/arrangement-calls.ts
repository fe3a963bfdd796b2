// The calls about fee arrangements.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../../lib/calls.ts'
import { answer, client, ifMatch } from '../../../../lib/client.ts'
import { useAction } from '../../../../lib/use-action.ts'

export type Arrangement = Answer<'/v2/matters/{matterId}/feeArrangements'>['items'][number]
export type NewArrangement = Sent<'/v2/matters/{matterId}/feeArrangements', 'post'>
export type ChangedArrangement = Sent<'/v2/matters/{matterId}/feeArrangements/{arrangementId}', 'put'>

// the money of the matter begins the same: invoices change what is billed, and arrangements what is committed
const keyOf = (matterId: number) => ['invoices', 'money', matterId]
const on = (matterId: number) => ({ path: { matterId: String(matterId) } })

export const arrangementsQuery = (matterId: number) =>
  queryOptions({
    queryKey: [...keyOf(matterId), 'arrangements'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/matters/{matterId}/feeArrangements', { params: on(matterId), signal })),
  })

export const arrangementsOfInvoiceQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: ['invoices', 'arrangements', invoiceId],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/invoices/{invoiceId}/feeArrangements', {
          params: { path: { invoiceId: String(invoiceId) } },
          signal,
        }),
      ),
  })

const generalKey = ['invoices', 'money', 'general arrangements']

/** Those for all matters. */
export const generalArrangementsQuery = queryOptions({
  queryKey: generalKey,
  queryFn: ({ signal }) => answer(client.GET('/v2/feeArrangements', { signal })),
})

type Save =
  | { readonly added: NewArrangement }
  | { readonly id: number; readonly version: number; readonly changed: ChangedArrangement }

/** Agrees an arrangement on a matter or, with null, for all; or changes one in place of the version that was read. */
export function useSaveArrangement(matterId: number | null) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async (save: Save): Promise<void> => {
      if ('added' in save) await add(matterId, save.added)
      else await change(matterId, save)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['invoices'] }),
  })
}

const add = (matterId: number | null, body: NewArrangement) =>
  matterId === null
    ? answer(client.POST('/v2/feeArrangements', { body }))
    : answer(client.POST('/v2/matters/{matterId}/feeArrangements', { params: on(matterId), body }))

function change(matterId: number | null, { id, version, changed: body }: Exclude<Save, { added: unknown }>) {
  const headers = ifMatch(`"${version}"`)
  const arrangementId = String(id)
  return matterId === null
    ? answer(
        client.PUT('/v2/feeArrangements/{arrangementId}', {
          params: { path: { arrangementId } },
          headers,
          body,
        }),
      )
    : answer(
        client.PUT('/v2/matters/{matterId}/feeArrangements/{arrangementId}', {
          params: { path: { matterId: String(matterId), arrangementId } },
          headers,
          body,
        }),
      )
}

type NewOutcome = Sent<'/v2/matters/{matterId}/feeArrangements/{arrangementId}/outcome', 'put'>

/** Records what became of a success fee, in place of the outcome that was read. */
export function useSetOutcome(matterId: number) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: ({ id, version, outcome }: { id: number; version: number; outcome: NewOutcome }) =>
      answer(
        client.PUT('/v2/matters/{matterId}/feeArrangements/{arrangementId}/outcome', {
          params: { path: { matterId: String(matterId), arrangementId: String(id) } },
          headers: ifMatch(`"${version}"`),
          body: outcome,
        }),
      ),
    onSettled,
  })
}

export type Statement = Answer<'/v2/feeArrangements/{arrangementId}/movements'>
export type Movement = Statement['movements'][number]
type NewMovement = Sent<'/v2/feeArrangements/{arrangementId}/movements', 'post'>

const onRetainer = (id: number) => ({ path: { arrangementId: String(id) } })

export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'money', 'statement', id],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/feeArrangements/{arrangementId}/movements', { params: onRetainer(id), signal })),
  })

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['invoices'] })
}

export function useMoveRetainer(id: number) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: (body: NewMovement) =>
      answer(client.POST('/v2/feeArrangements/{arrangementId}/movements', { params: onRetainer(id), body })),
    onSettled,
  })
}

export function useTakeMovementBack(id: number) {
  const onSettled = useRefresh()
  return useAction({
    mutationFn: ({ movementId, reason }: { readonly movementId: number; readonly reason: string }) =>
      answer(
        client.POST('/v2/feeArrangements/{arrangementId}/movements/{movementId}/withdraw', {
          params: { path: { arrangementId: String(id), movementId: String(movementId) } },
          body: { reason },
        }),
      ),
    onSettled,
  })
}
