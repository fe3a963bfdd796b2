// The calls of the page of invoice recipients.
import { useQueryClient } from '@tanstack/react-query'
import type { Item, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { recipientsQuery } from '../keying/keying-calls.ts'

export type Recipient = Item<'/v2/invoiceRecipients'>
type RecipientValues = Sent<'/v2/invoiceRecipients', 'post'>

const on = (id: number) => ({ params: { path: { recipientId: String(id) } } })

function useRecipients<Order>(mutationFn: (order: Order) => Promise<unknown>) {
  const queries = useQueryClient()
  return useAction({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: recipientsQuery.queryKey }),
  })
}

/** Adds a recipient, or changes the one with the id. */
export const useSaveRecipient = (id: number | undefined) =>
  useRecipients((values: RecipientValues) =>
    id === undefined
      ? answer(client.POST('/v2/invoiceRecipients', { body: values }))
      : answer(client.PATCH('/v2/invoiceRecipients/{recipientId}', { ...on(id), body: values })),
  )

/** Takes a recipient off the list. */
export const useDeleteRecipient = () =>
  useRecipients((id: number) => answer(client.DELETE('/v2/invoiceRecipients/{recipientId}', on(id))))
