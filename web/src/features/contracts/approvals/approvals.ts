// The approvals of contracts: who was asked, what they said, and what can be done with a request now.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Answer, Item, Sent } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { approvalStates, type State, state, stateOf } from '../../../lib/states.ts'
import { useAction } from '../../../lib/use-action.ts'
import { recordChanged } from '../../records/records.ts'
import { contractRef } from '../contract-kind.ts'
import { showDone } from '../../records/show-done.ts'
import { approvalTexts as texts } from './texts.ts'

export type Approval = Answer<'/v2/contracts/{contractId}/approvals'>['items'][number]
export type ApprovalStep = Approval['steps'][number]
export type AskedPerson = Item<'/v2/approvals'>
export type ApprovalRequest = Sent<'/v2/contracts/{contractId}/approvals', 'post'>

/** The requests for approval of a contract, the latest first. */
export const approvalsQuery = (contractId: number) =>
  queryOptions({
    queryKey: ['contracts', contractId, 'approvals'],
    queryFn: async ({ signal }): Promise<readonly Approval[]> =>
      (
        await answer(
          client.GET('/v2/contracts/{contractId}/approvals', { params: { path: { contractId } }, signal }),
        )
      ).items,
  })

/** Who was asked in the approvals of contracts that one sees, by a filter. */
export const askedQuery = (name: string, filter: string) =>
  queryOptions({
    queryKey: ['approvals', name],
    queryFn: async ({ signal }): Promise<readonly AskedPerson[]> => {
      const query = { $filter: filter, $orderby: 'Asked desc', $top: 200 }
      return (await answer(client.GET('/v2/approvals', { params: { query }, signal }))).items
    },
  })

/** The request that counts: the latest that was not withdrawn, or else the latest. */
export const currentApproval = (approvals: readonly Approval[] | undefined): Approval | undefined =>
  approvals?.find(({ state }) => state !== 'Withdrawn') ?? approvals?.[0]

/** The people whose decision is waited for now. */
export const waitedFor = ({ steps }: Approval): readonly string[] => {
  const waiting = steps.filter(({ state }) => state === 'Waiting')
  return [
    ...new Set(
      waiting.flatMap(({ approvers }) =>
        approvers.filter(({ decision }) => !decision).map(({ user }) => nameOf(user)),
      ),
    ),
  ]
}

/** Where it stands: an approval is one of what was shown, not of what came after it. */
export const stateOfApproval = (approval: Approval): State | undefined =>
  approval.state === 'Approved' && approval.changes.length > 0
    ? state(texts.approvedBefore, 'waiting')
    : stateOf(approvalStates, approval.state)

/** What has changed since approval was asked for, by its names. */
export const namesOfChanges = ({ changes }: Approval): readonly string[] =>
  changes.map(({ what, field }) =>
    field ? `“${field.name}”` : what === 'Type' ? texts.theType : texts.theDocument,
  )

/** Whether the person approved something that has changed since, and can confirm it. */
export const isConfirmer = ({ can, steps }: Approval, userId: string): boolean =>
  can.keep &&
  steps.some(({ approvers }) =>
    approvers.some(({ user, decision }) => user.id === userId && decision === 'Approved'),
  )

/** Whether the person may ask for approval, which moves the contract to Approval. */
export const mayAskForApproval = (rights: readonly string[]): boolean =>
  rights.includes('manageApproval') && rights.includes('status')

/** Whether nothing has come of the last request, so that approval can be asked for again. */
export const isOpenToAsk = ({ state }: Approval): boolean => state === 'Withdrawn'

/** What somebody does with a request. */
export type ApprovalAct =
  | { readonly act: 'approve'; readonly comment?: string; readonly insteadOf?: string }
  | { readonly act: 'decline'; readonly comment: string; readonly insteadOf?: string }
  | { readonly act: 'delegate'; readonly to: string; readonly from?: string; readonly comment?: string }
  | { readonly act: 'remind' }
  | { readonly act: 'withdraw' | 'keep' | 'restart'; readonly reason: string }

/** Does something with a request; `done` says what was done. */
export function useApprovalAct(contractId: number, approvalId: number) {
  const refresh = useRefresh(contractId)
  return useAction({
    mutationFn: ({ order }: { order: ApprovalAct; done: string }) => perform(contractId, approvalId, order),
    onSuccess: async (_answer, { done }) => {
      await refresh()
      showDone(done)
    },
  })
}

/** Asks for approval of the contract. */
export function useAskApproval(contractId: number, done: string) {
  const refresh = useRefresh(contractId)
  return useAction({
    mutationFn: (body: ApprovalRequest) =>
      answer(client.POST('/v2/contracts/{contractId}/approvals', { params: { path: { contractId } }, body })),
    onSuccess: async () => {
      await refresh()
      showDone(done)
    },
  })
}

function perform(contractId: number, approvalId: number, order: ApprovalAct): Promise<unknown> {
  const params = { path: { contractId, approvalId } }
  const base = '/v2/contracts/{contractId}/approvals/{approvalId}' as const
  switch (order.act) {
    case 'approve':
      return answer(
        client.POST(`${base}/approve`, {
          params,
          body: { ...commented(order.comment), ...instead(order.insteadOf) },
        }),
      )
    case 'decline':
      return answer(
        client.POST(`${base}/decline`, {
          params,
          body: { comment: order.comment, ...instead(order.insteadOf) },
        }),
      )
    case 'delegate': {
      const from = order.from === undefined ? {} : { from: { id: order.from } }
      return answer(
        client.POST(`${base}/delegate`, {
          params,
          body: { to: { id: order.to }, ...from, ...commented(order.comment) },
        }),
      )
    }
    case 'remind':
      return answer(client.POST(`${base}/remind`, { params }))
    case 'withdraw':
      return answer(client.POST(`${base}/withdraw`, { params, body: reasoned(order.reason) }))
    case 'keep':
      return answer(client.POST(`${base}/keep`, { params, body: reasoned(order.reason) }))
    case 'restart':
      return answer(client.POST(`${base}/restart`, { params, body: reasoned(order.reason) }))
  }
}

const commented = (comment: string | undefined) => (comment ? { comment } : {})
const instead = (id: string | undefined) => (id === undefined ? {} : { for: { id } })
const reasoned = (reason: string) => (reason === '' ? {} : { reason })

function useRefresh(contractId: number) {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      recordChanged(queries, contractRef(contractId)),
      queries.invalidateQueries({ queryKey: ['approvals'] }),
    ])
  }
}
