// The calls of what passes between payer and law firm during a review.
import { queryOptions, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { type Invoice, invoiceQuery } from '../review/invoice-calls.ts'

export type Exchange = Answer<'/v2/invoices/{invoiceId}/exchange'>
type Decided = Sent<'/v2/invoices/{invoiceId}/exchange/appeals/decisions', 'post'>
export type DecidedAppeal = NonNullable<Decided['lines']>[number]
export type DecidedWhole = NonNullable<Decided['reduction']>

const on = (id: number) => ({ path: { invoiceId: String(id) } })

const exchangeQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'exchange', id],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/invoices/{invoiceId}/exchange', { params: on(id), signal })),
  })

/** What was asked and sent; undefined while it is read, and for drafts. */
export const useExchange = ({ id, status }: Pick<Invoice, 'id' | 'status'>): Exchange | undefined =>
  useQuery({ ...exchangeQuery(id), enabled: status !== 'Draft' }).data

export type AnswerFile = Exchange['files'][number]

/** Where a file is downloaded from. */
export const addressOfFile = (id: number, file: Pick<AnswerFile, 'id'>) =>
  `/v2/invoices/${id}/exchange/files/${file.id}`

const addingTo = (id: number) => ['invoices', 'exchange', id, 'files']

/** Adds files to what the firm is about to send, one after the other; those before one that is refused stay. */
export function useAddFiles(id: number, line: number | null) {
  const queries = useQueryClient()
  return useAction({
    mutationKey: addingTo(id),
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        await answer(
          client.POST('/v2/invoices/{invoiceId}/exchange/files', {
            params: { ...on(id), query: { fileName: file.name, ...(line === null ? {} : { line }) } },
            body: file as never,
            bodySerializer: () => file,
            headers: { 'content-type': 'application/octet-stream' },
          }),
        )
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: exchangeQuery(id).queryKey }),
  })
}

/** Whether files are on their way, which an answer has to wait for. */
export const useIsAdding = (id: number): boolean => useIsMutating({ mutationKey: addingTo(id) }) > 0

/** Removes a file that was not sent yet. */
export function useRemoveFile(id: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (file: AnswerFile) =>
      answer(
        client.DELETE('/v2/invoices/{invoiceId}/exchange/files/{fileId}', {
          params: { path: { invoiceId: String(id), fileId: file.id } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: exchangeQuery(id).queryKey }),
  })
}

/** What somebody says, or decides. */
export type Step =
  | {
      readonly kind: 'ask'
      readonly lines: { number: number; question: string }[]
      readonly due: string | null
    }
  | { readonly kind: 'answer'; readonly lines: { number: number; answer: string }[] }
  | { readonly kind: 'send'; readonly due: string | null; readonly note: string | null }
  | { readonly kind: 'accept' }
  | {
      readonly kind: 'appeal'
      readonly lines: { number: number; reason: string }[]
      readonly reduction: { reason: string } | null
    }
  | { readonly kind: 'decide'; readonly lines: DecidedAppeal[]; readonly reduction: DecidedWhole | null }

/** Only as the invoice is shown. */
export function useExchangeStep(id: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (step: Step) => answer(sent(id, step, queries.getQueryData(invoiceQuery(id).queryKey)?.etag)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invoices'] }),
  })
}

function sent(id: number, step: Step, etag: string | undefined) {
  const call = { params: on(id), headers: ifMatch(etag) }
  switch (step.kind) {
    case 'ask':
      return client.POST('/v2/invoices/{invoiceId}/exchange/questions', {
        ...call,
        body: { lines: step.lines, due: step.due },
      })
    case 'answer':
      return client.POST('/v2/invoices/{invoiceId}/exchange/answers', {
        ...call,
        body: { lines: step.lines },
      })
    case 'send':
      return client.POST('/v2/invoices/{invoiceId}/exchange/decisions', {
        ...call,
        body: { due: step.due, note: step.note },
      })
    case 'accept':
      return client.POST('/v2/invoices/{invoiceId}/exchange/accept', call)
    case 'appeal':
      return client.POST('/v2/invoices/{invoiceId}/exchange/appeals', { ...call, body: bodyOf(step) })
    default:
      return client.POST('/v2/invoices/{invoiceId}/exchange/appeals/decisions', {
        ...call,
        body: bodyOf(step),
      })
  }
}

/** Lines and the reduction of the whole invoice, each only where something is said of it. */
const bodyOf = <Line, Whole>({ lines, reduction }: { lines: Line[]; reduction: Whole | null }) => ({
  ...(lines.length > 0 ? { lines } : {}),
  ...(reduction === null ? {} : { reduction }),
})
