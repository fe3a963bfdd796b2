// The page of a contract: its document first, with what is decided about it.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContractOverview } from '../records/record-calls.ts'
import { RecordDetails } from '../records/record-details.tsx'
import { type MoreOfRecord, RecordPage, type RecordTab, useRecord } from '../records/record-page.tsx'
import { sharedTabs } from '../records/record-tabs.tsx'
import { type CostOfMove, moveOf, type RecordRef } from '../records/records.ts'
import { recordTexts } from '../records/texts.ts'
import { approvalsQuery, currentApproval } from './approvals/approvals.ts'
import { costOfMove } from './approvals/leaving-approval.ts'
import { approvalTexts } from './approvals/texts.ts'
import { contractKind } from './contract-kind.ts'
import { DocumentTab } from './document-tab.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { NextStep } from './next-step.tsx'
import { contractTexts as texts } from './texts.ts'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { forgetUndo } from '../../components/toast-store.ts'

const BinderDialog = lazily(() => import('./binder/binder-dialog.tsx'), 'BinderDialog')
const ApprovalsTab = lazily(() => import('./approvals/approvals-tab.tsx'), 'ApprovalsTab', <PageSkeleton />)
const KeyDatesTab = lazily(() => import('./dates/key-dates-tab.tsx'), 'KeyDatesTab', <PageSkeleton />)
const ApprovalDialog = lazily(
  () => import('./approvals/approval-dialogs.tsx'),
  'ApprovalDialog',
  <PageSkeleton />,
)

export function ContractPage() {
  const { target, query } = useRecord<ContractOverview>(contractKind)
  const costOf = useCostOfMove(target, query.data?.record.status)
  return (
    <RecordPage
      target={target}
      query={query}
      costOf={costOf}
      parts={(overview) => ({
        facts: [overview.record.displayId, overview.record.type?.name],
        tabs: tabsOf(overview, target),
        action: <Deciding contractId={target.id} />,
        next: <NextStep contractId={target.id} overview={overview} />,
        more: moreOf(overview, target),
      })}
    />
  )
}

const moreOf = ({ record }: ContractOverview, { id: contractId }: RecordRef): readonly MoreOfRecord[] => [
  {
    label: texts.binder,
    draw: (onClose) => <BinderDialog contractId={contractId} name={record.name ?? ''} onClose={onClose} />,
  },
]

function tabsOf(overview: ContractOverview, target: RecordRef): readonly RecordTab[] {
  const { counts, record } = overview
  const { id: contractId } = target
  const shared = sharedTabs(target, overview)
  return [
    {
      value: 'document',
      label: texts.tabs.document,
      draw: () => <DocumentTab target={target} overview={overview} />,
    },
    {
      value: 'details',
      label: recordTexts.tabs.details,
      draw: () => (
        <RecordDetails
          target={target}
          overview={overview}
          first={<ExpiryField target={target} overview={overview} />}
        />
      ),
    },
    {
      value: 'approvals',
      label: texts.tabs.approvals,
      draw: () => <ApprovalsTab contractId={contractId} overview={overview} />,
    },
    {
      value: 'dates',
      label: texts.tabs.dates,
      draw: () => <KeyDatesTab contractId={contractId} overview={overview} />,
    },
    // the document has a tab of its own
    { ...shared.files, count: Math.max(0, counts.files - (record.document ? 1 : 0)) },
    shared.messages,
    shared.history,
  ]
}

/**
 * What a move costs now. As soon as approval is asked for, the move to Approval is not offered to be taken back any
 * more.
 */
function useCostOfMove(target: RecordRef, status: string | null | undefined): CostOfMove {
  const { id: contractId } = target
  const queries = useQueryClient()
  const format = useFormat()
  const approvals = useQuery({ ...approvalsQuery(contractId), enabled: status === 'Approval' })
  const isWaiting = status === 'Approval' && currentApproval(approvals.data)?.state === 'Waiting'
  const move = moveOf(target)
  useEffect(() => {
    if (isWaiting) forgetUndo(move)
  }, [isWaiting, move])
  return (from, to) => costOfMove(queries, format, { contractId, from, to })
}

/** Approving and declining, while one's decision is waited for. */
function Deciding({ contractId }: { contractId: number }) {
  const approvals = useQuery(approvalsQuery(contractId))
  const [act, setAct] = useState<'approve' | 'decline'>()
  const approval = currentApproval(approvals.data)
  if (!approval?.can.decide) return null
  return (
    <>
      <Button size="xs" onClick={() => setAct('approve')}>
        {approvalTexts.approve}
      </Button>
      <Button size="xs" variant="default" onClick={() => setAct('decline')}>
        {approvalTexts.decline}
      </Button>
      {act === undefined ? null : (
        <ApprovalDialog
          contractId={contractId}
          approvalId={approval.id}
          act={act}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  )
}
