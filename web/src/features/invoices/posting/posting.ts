// The calls of the page on which invoices are posted.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'

type Answered = Answer<'/v2/invoices/imports', 'post'>
export type Report = Extract<Answered, { valid: boolean }>
type Found = Report['invoices'][number]
export type ShownInvoice = Omit<Found, 'flags'> & { readonly id?: number }
export type Imported = Exclude<Answered, { valid: boolean }>

/** Who is to be paid, for people of the organisation that pays; nobody for people of a law firm. */
export type Payee = { readonly serviceProviderId: number } | { readonly vendorName: string } | undefined

/** A file with its invoices. */
export interface InvoiceFile {
  readonly name: string
  readonly text: string
  /** As it was chosen, until something of it is corrected. */
  readonly bytes: ArrayBuffer
}

const sent = async (file: InvoiceFile, payee: Payee, more: { checkOnly?: boolean; post?: boolean }) => {
  const bytes = new Blob([file.bytes])
  return answer(
    client.POST('/v2/invoices/imports', {
      params: { query: { fileName: file.name, ...payee, ...more } },
      body: bytes as never,
      bodySerializer: () => bytes,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  )
}

/** Says what a file contains and what is wrong with it; writes nothing. */
export const useCheckFile = () =>
  useAction({
    mutationFn: async ({ file, payee }: { file: InvoiceFile; payee: Payee }) =>
      (await sent(file, payee, { checkOnly: true })) as Report,
  })

/** Imports all invoices of a file, posted or as drafts. */
export function usePostFile() {
  const queries = useQueryClient()
  return useAction({
    mutationFn: async (order: { file: InvoiceFile; payee: Payee; post: boolean }) =>
      (await sent(order.file, order.payee, { post: order.post })) as Imported,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invoices'] }),
  })
}

/** What stands against posting a draft. */
export type Check = Answer<'/v2/invoices/{invoiceId}/check', 'post'>

/** Says what stands against posting a draft; writes nothing. */
export const checkInvoice = (id: number): Promise<Check> =>
  answer(client.POST('/v2/invoices/{invoiceId}/check', { params: { path: { invoiceId: String(id) } } }))

export const useCheckInvoice = (id: number) => useAction({ mutationFn: () => checkInvoice(id) })

/** The law firms that can be paid. */
export const payeesQuery = queryOptions({
  queryKey: ['people', 'payees'],
  queryFn: async ({ signal }) => {
    const query = { $filter: "Type eq 'ServiceProvider'", $orderby: 'Name', $top: 200 }
    return (await answer(client.GET('/v2/organizations', { params: { query }, signal }))).items
  },
})
