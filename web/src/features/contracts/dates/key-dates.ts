// The key dates and the notice period of one contract.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../../lib/calls.ts'
import { allPages } from '../../../lib/all-pages.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { recordChanged } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import { showDone } from '../../records/show-done.ts'

export type KeyDate = Item<'/v2/contracts/{contractId}/keyDates'>
export type NewKeyDate = Sent<'/v2/contracts/{contractId}/keyDates', 'post'>
export type KeyDateChanges = Sent<'/v2/contracts/{contractId}/keyDates/{keyDateId}', 'patch'>
export type NoticePeriod = Answer<'/v2/contracts/{contractId}/noticePeriod'>

/** The key dates of a contract by day. */
export const keyDatesQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'keyDates'],
    queryFn: ({ signal }): Promise<readonly KeyDate[]> =>
      allPages((page) => {
        const params = { path: { contractId }, query: { ...page, $orderby: 'Date' } }
        return answer(client.GET('/v2/contracts/{contractId}/keyDates', { params, signal }))
      }),
  })

/** Adds a key date. */
export function useAddKeyDate(contractId: number, done: (name: string) => string) {
  const refresh = useRefresh(contractId)
  return useAction({
    mutationFn: (body: NewKeyDate) =>
      answer(client.POST('/v2/contracts/{contractId}/keyDates', { params: { path: { contractId } }, body })),
    onSuccess: async (_answer, { name }) => {
      await refresh()
      showDone(done(name))
    },
  })
}

/** Changes a key date; `undo` takes it back. */
export function useChangeKeyDate(contractId: number) {
  const refresh = useRefresh(contractId)
  return useAction({
    mutationFn: ({
      id,
      changes,
    }: {
      id: number
      changes: KeyDateChanges
      done: string
      undo?: KeyDateChanges
    }) => patch(contractId, id, changes),
    onSuccess: async (_answer, { id, done, undo }) => {
      await refresh()
      showDone(
        done,
        undo &&
          (async () => {
            await patch(contractId, id, undo)
            await refresh()
          }),
      )
    },
  })
}

/** Deletes a key date; taking that back adds it again. */
export function useDeleteKeyDate(contractId: number, done: (name: string) => string) {
  const refresh = useRefresh(contractId)
  return useAction({
    mutationFn: ({ id }: KeyDate) =>
      answer(
        client.DELETE('/v2/contracts/{contractId}/keyDates/{keyDateId}', {
          params: { path: { contractId, keyDateId: id ?? 0 } },
        }),
      ),
    onSuccess: async (_answer, keyDate) => {
      await refresh()
      showDone(done(keyDate.name ?? ''), async () => {
        const body = again(keyDate)
        const params = { path: { contractId } }
        await answer(client.POST('/v2/contracts/{contractId}/keyDates', { params, body }))
        await refresh()
      })
    },
  })
}

const again = ({ name, date, value, category, owner, reminders, recurrence }: KeyDate): NewKeyDate => ({
  name,
  date,
  ...(value === undefined ? {} : { value }),
  ...(category === undefined ? {} : { category }),
  ...(owner ? { owner: { id: owner.id } } : {}),
  ...(reminders === undefined ? {} : { reminders }),
  ...(recurrence ? { recurrence } : {}),
})

/** Sets the notice period, or removes it with null. */
export function useSetNotice(contractId: number) {
  const refresh = useRefresh(contractId)
  const params = { path: { contractId } }
  return useAction({
    mutationFn: ({ notice }: { notice: Pick<NoticePeriod, 'amount' | 'unit'> | null; done: string }) =>
      notice === null
        ? answer(client.DELETE('/v2/contracts/{contractId}/noticePeriod', { params }))
        : answer(client.PUT('/v2/contracts/{contractId}/noticePeriod', { params, body: notice })),
    onSuccess: async (_answer: unknown, { done }) => {
      await refresh()
      showDone(done)
    },
  })
}

const patch = (contractId: number, keyDateId: number, body: KeyDateChanges) =>
  answer(
    client.PATCH('/v2/contracts/{contractId}/keyDates/{keyDateId}', {
      params: { path: { contractId, keyDateId } },
      body,
    }),
  )

function useRefresh(contractId: number) {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      recordChanged(queries, contractRef(contractId)),
      queries.invalidateQueries({ queryKey: ['keyDates'] }),
    ])
  }
}
