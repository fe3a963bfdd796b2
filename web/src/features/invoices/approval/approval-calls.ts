// The approval of an invoice in steps: read, asked for, decided, withdrawn.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { kindOf, useMe } from '../../../components/me-context.ts'
import type { Answer, Sent } from '../../../lib/calls.ts'
import { answer, client, ifMatch } from '../../../lib/client.ts'
import { useAction } from '../../../lib/use-action.ts'
import { type Invoice, invoiceQuery } from '../review/invoice-calls.ts'

export type InvoiceApproval = Answer<'/v2/invoices/{invoiceId}/approval'>
export type Round = NonNullable<InvoiceApproval['approval']>
export type Step = Round['steps'][number]

const on = (id: number) => ({ path: { invoiceId: String(id) } })

const approvalQuery = ({ id, status }: Pick<Invoice, 'id' | 'status'>) =>
  queryOptions({
    // what is asked depends on the status
    queryKey: ['invoices', 'approval', id, status],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/invoices/{invoiceId}/approval', { params: on(id), signal })),
  })

/** What waits for the person's own approval, or for that of somebody whom they stand in for. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: ['invoices', 'waitingApprovals'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/invoices/approvals', { signal }))).items,
})

/** What others have not answered of what the person has asked for. */
export const askedApprovalsQuery = queryOptions({
  queryKey: ['invoices', 'askedApprovals'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/invoices/approvals/asked', { signal }))).items,
})

/** The approval; undefined for law firms, who see nothing of it, and while it is read. */
export function useInvoiceApproval(invoice: Pick<Invoice, 'id' | 'status'>): InvoiceApproval | undefined {
  const isFirm = kindOf(useMe()) === 'law firm'
  return useQuery({ ...approvalQuery(invoice), enabled: !isFirm && invoice.status !== 'Draft' }).data
}

/** Whether other people have to approve it: asked already, or to be asked. */
export const needsOthers = (approval: InvoiceApproval | undefined): boolean =>
  approval !== undefined && (approval.planned.length > 0 || approval.approval?.state === 'Waiting')

export type ApprovalAct =
  | { readonly kind: 'ask'; readonly comment: string }
  | { readonly kind: 'withdraw' }
  | {
      readonly kind: 'decide'
      readonly decision: 'Approved' | 'Declined'
      readonly comment: string
      /** The approver for whom the person decides. */
      readonly for?: string
    }

/** Does something with the approval; nothing is decided on that somebody else has changed since. */
export function useApprovalAct(id: number) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (act: ApprovalAct) => {
      const etag = queries.getQueryData(invoiceQuery(id).queryKey)?.etag
      return answer(sent(id, act, etag))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invoices'] }),
  })
}

function sent(id: number, act: ApprovalAct, etag: string | undefined) {
  const call = { params: on(id), headers: ifMatch(etag) }
  if (act.kind === 'withdraw')
    return client.POST('/v2/invoices/{invoiceId}/approval/withdraw', { params: on(id) })
  const comment = act.comment.trim() === '' ? {} : { comment: act.comment.trim() }
  if (act.kind === 'ask') return client.POST('/v2/invoices/{invoiceId}/approval', { ...call, body: comment })
  const body: Sent<'/v2/invoices/{invoiceId}/approval/decide', 'post'> = {
    decision: act.decision,
    ...comment,
    ...(act.for === undefined ? {} : { for: { id: act.for } }),
  }
  return client.POST('/v2/invoices/{invoiceId}/approval/decide', { ...call, body })
}
