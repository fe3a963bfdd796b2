// Requests about the types of an organisation: what there is, and turning it off and on.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import type { KindNames } from '../../lib/kinds.ts'
import { useAction } from '../../lib/use-action.ts'
import type { FormCalls, TypeCalls } from './type-kind.ts'

export type TypeUsage = Answer<'/v2/typeUsage'>
export type UsedMatterType = TypeUsage['matterTypes'][number]
export type UsedContractType = TypeUsage['contractTypes'][number]
export type UsedRequestType = TypeUsage['requestTypes'][number]

/** All types, with how much they are used. */
export const typeUsageQuery = queryOptions({
  queryKey: ['types', 'usage'],
  queryFn: ({ signal }) => answer(client.GET('/v2/typeUsage', { signal })),
})

/** Everything that is known of types is read again. */
function useTypesChanged() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      ['types', 'first-steps', 'matterTypes', 'contractTypes', 'request-types', 'fields'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    )
}

/** Does something with types; `Order` says with which. */
export function useTypeAction<Order, Result = unknown>(mutationFn: (order: Order) => Promise<Result>) {
  const changed = useTypesChanged()
  return useAction<Result, Order>({ mutationFn, onSuccess: changed })
}

/** Turns a type off or on, or deletes it. */
export const useTypeSwitch = (calls: TypeCalls) =>
  useTypeAction(({ id, act }: { id: number; act: keyof TypeCalls }) => calls[act](id))

/** The form that all records of a kind share. */
export const sharedFormCalls = ({ many: form }: KindNames): FormCalls => {
  const params = { path: { form } }
  return {
    key: ['types', 'forms', form],
    read: async (signal) => {
      const { value, etag } = await answerWithTag(client.GET('/v2/forms/{form}', { params, signal }))
      return { parts: value.parts, etag }
    },
    save: (parts, etag) =>
      answer(
        client.PUT('/v2/forms/{form}', {
          params,
          headers: ifMatch(etag),
          body: { parts } as Sent<'/v2/forms/{form}', 'put'>,
        }),
      ),
    versions: async (signal) =>
      (await answer(client.GET('/v2/forms/{form}/versions', { params, signal }))).items,
  }
}
