// The calls of the page on which an invoice is keyed in.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../../lib/all-pages.ts'
import type { Sent } from '../../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../../lib/client.ts'
import { kinds } from '../../../lib/kinds.ts'
import { useAction } from '../../../lib/use-action.ts'
import { uploadWhole } from '../../files/uploads/upload-whole.ts'
import { type Invoice, invoiceQuery } from '../review/invoice-calls.ts'

export type NewInvoice = Sent<'/v2/invoices', 'post'>

/** To whom invoices can be addressed. */
export const recipientsQuery = queryOptions({
  queryKey: ['invoice-recipients'],
  queryFn: ({ signal }) =>
    allPages((page) =>
      answer(
        client.GET('/v2/invoiceRecipients', { params: { query: { ...page, $orderby: 'Name' } }, signal }),
      ),
    ),
})

interface Order {
  /** The draft as it was read; undefined for a new invoice. */
  readonly draft: { readonly id: number; readonly etag: string | undefined } | undefined
  readonly invoice: NewInvoice
  /** A document to be kept in the files of the matter and named as that of the invoice. */
  readonly document: File | undefined
}

/** Creates the draft, or replaces its content in the version that was read. */
export function useSaveInvoice() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async ({ draft, invoice, document }: Order) => {
      const file = document ? { file: { id: await uploadWhole(document, fieldsOf(invoice.matter.id)) } } : {}
      const {
        matter: _matter,
        serviceProvider: _firm,
        vendorName: _vendor,
        ...content
      } = { ...invoice, ...file }
      const id =
        draft?.id ?? (await answer(client.POST('/v2/invoices', { body: { ...invoice, ...file } }))).id
      if (draft) {
        const params = { path: { invoiceId: String(id) } }
        await answer(
          client.PATCH('/v2/invoices/{invoiceId}', { params, headers: ifMatch(draft.etag), body: content }),
        )
      }
      return queries.fetchQuery({ ...invoiceQuery(id), staleTime: 0 })
    },
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'invoices' && queryKey[1] !== 'one',
      }),
  })
}

const fieldsOf = (matterId: number) => ({
  targetResourceType: kinds.matter.type,
  targetResourceId: String(matterId),
  onConflict: 'KeepBoth',
})

/** Posts the draft in the version that was read. */
export const postDraft = (id: number, etag: string | undefined): Promise<{ value: Invoice }> =>
  answerWithTag(
    client.POST('/v2/invoices/{invoiceId}/post', {
      params: { path: { invoiceId: String(id) } },
      headers: ifMatch(etag),
    }),
  )
