// The calls of the page of an invoice.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { showing } from '../../../lib/stale.ts'
import { useAction } from '../../../lib/use-action.ts'

export type Invoice = Answer<'/v2/invoices/{invoiceId}'>
export type Line = Invoice['lines'][number]
export type AskedDecision = Sent<'/v2/invoices/{invoiceId}/review/lines', 'post'>['lines'][number]
export type AskedReduction = Sent<'/v2/invoices/{invoiceId}/review/reduction', 'put'>
export type Reason = NonNullable<AskedReduction['reason']>

/** The invoice with its version. */
interface Read {
  readonly value: Invoice
  readonly etag: string | undefined
}

const keyOf = (id: number) => ['invoices', 'one', id]

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }): Promise<Read> =>
      answerWithTag(client.GET('/v2/invoices/{invoiceId}', { params: on(id), signal })),
    ...showing(`invoice/${id}`),
  })

const on = (id: number) => ({ path: { invoiceId: String(id) } })

/** Does something with the invoice; the answer of the server is shown, and lists are read again. */
export function useInvoiceAction<Order>(id: number, mutationFn: (order: Order) => Promise<Read>) {
  const queries = useQueryClient()
  return useAction<Read, Order>({
    mutationFn,
    onSuccess: async (read) => {
      queries.setQueryData(keyOf(id), read)
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'invoices' && queryKey[1] !== 'one',
      })
    },
  })
}

/** Decides on lines. */
export const useReviewLines = (id: number) =>
  useInvoiceAction(id, (lines: readonly AskedDecision[]) =>
    answerWithTag(
      client.POST('/v2/invoices/{invoiceId}/review/lines', { params: on(id), body: { lines: [...lines] } }),
    ),
  )

export type AskedTaxCode = Sent<'/v2/invoices/{invoiceId}/review/taxCodes', 'post'>['lines'][number]

/** Corrects the tax codes of lines. */
export const useCorrectTaxCodes = (id: number) =>
  useInvoiceAction(id, (lines: readonly AskedTaxCode[]) =>
    answerWithTag(
      client.POST('/v2/invoices/{invoiceId}/review/taxCodes', {
        params: on(id),
        body: { lines: [...lines] },
      }),
    ),
  )

/** Reduces the lines above their agreed rate to it, where nothing is decided yet. */
export const useReduceToAgreed = (id: number) =>
  useInvoiceAction<void>(id, () =>
    answerWithTag(client.POST('/v2/invoices/{invoiceId}/review/rates', { params: on(id) })),
  )

/** Reduces the whole invoice; null takes the reduction back. */
export const useReduction = (id: number) =>
  useInvoiceAction(id, (reduction: AskedReduction | null) =>
    answerWithTag(
      reduction === null
        ? client.DELETE('/v2/invoices/{invoiceId}/review/reduction', { params: on(id) })
        : client.PUT('/v2/invoices/{invoiceId}/review/reduction', { params: on(id), body: reduction }),
    ),
  )

/** What is done with the whole invoice. */
export type Move =
  | { readonly kind: 'post' | 'void' | 'unpay' }
  | { readonly kind: 'approve'; readonly fees: number }
  | { readonly kind: 'decline'; readonly reason: string }
  | { readonly kind: 'pay'; readonly note: string }

/** Only as the invoice is shown: nothing is approved that somebody else has changed since. */
export function useMove(id: number) {
  const queries = useQueryClient()
  return useInvoiceAction(id, (move: Move) => {
    const shown = queries.getQueryData<Read>(keyOf(id))
    return answerWithTag(sent(id, move, shown?.etag))
  })
}

type Answered = Promise<{ data?: Invoice; response: Response }>

function sent(id: number, move: Move, etag: string | undefined): Answered {
  const call = { params: on(id), headers: ifMatch(etag) }
  switch (move.kind) {
    case 'approve':
      return client.POST('/v2/invoices/{invoiceId}/approve', { ...call, body: { fees: move.fees } })
    case 'decline':
      return client.POST('/v2/invoices/{invoiceId}/decline', { ...call, body: { reason: move.reason } })
    case 'pay':
      return client.POST('/v2/invoices/{invoiceId}/pay', {
        ...call,
        body: move.note === '' ? {} : { note: move.note },
      })
    case 'post':
      return client.POST('/v2/invoices/{invoiceId}/post', call)
    case 'unpay':
      return client.POST('/v2/invoices/{invoiceId}/unpay', call)
    default:
      return client.POST('/v2/invoices/{invoiceId}/void', call)
  }
}
