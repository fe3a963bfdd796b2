// The page of a contract: its document first, with what is decided about it.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DatesPanel } from '../records/parts/dates-panel.tsx'
import { FactsPanel } from '../records/parts/facts-panel.tsx'
import { FormPanel } from '../records/parts/form-panel.tsx'
import { RelatedPanel } from '../records/parts/related-panel.tsx'
import { StatusPanel } from '../records/parts/status-panel.tsx'
import { PeoplePanel } from '../records/people/people-panel.tsx'
import type { ContractOverview } from '../records/record-calls.ts'
import { RecordHeader } from '../records/record-header.tsx'
import { Columns, RecordPage, type RecordTab, RecordTabs } from '../records/record-page.tsx'
import { type CostOfMove, moveOf, overviewQuery, type RecordRef } from '../records/records.ts'
import { recordTexts as texts } from '../records/texts.ts'
import { approvalsQuery, currentApproval } from './approvals/approvals.ts'
import { costOfMove } from './approvals/leaving-approval.ts'
import { approvalTexts } from './approvals/texts.ts'
import { DocumentTab } from './document-tab.tsx'
import { NextStep } from './next-step.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { forgetUndo } from '../../components/toast-store.ts'

const ConversationTab = lazily(
  () => import('../records/conversation/conversation-tab.tsx'),
  'ConversationTab',
  <PageSkeleton />,
)
const FilesTab = lazily(
  () => import('../files/browser/record-files-tab.tsx'),
  'RecordFilesTab',
  <PageSkeleton />,
)
const HistoryTab = lazily(() => import('../records/history/history-tab.tsx'), 'HistoryTab', <PageSkeleton />)
const ApprovalsTab = lazily(() => import('./approvals/approvals-tab.tsx'), 'ApprovalsTab', <PageSkeleton />)
const KeyDatesTab = lazily(() => import('./dates/key-dates-tab.tsx'), 'KeyDatesTab', <PageSkeleton />)
const ApprovalDialog = lazily(
  () => import('./approvals/approval-dialogs.tsx'),
  'ApprovalDialog',
  <PageSkeleton />,
)

export function ContractPage() {
  const { id = '' } = useParams({ strict: false })
  const target: RecordRef = { kind: 'contracts', id: Number(id) }
  const query = useQuery(overviewQuery<ContractOverview>(target))
  const overview = query.data
  const costOf = useCostOfMove(target, overview?.record.status)
  return (
    <RecordPage key={id} target={target} overview={query}>
      {overview === undefined ? null : (
        <>
          <RecordHeader
            target={target}
            overview={overview}
            facts={[overview.record.type?.name]}
            action={<Deciding contractId={target.id} />}
            costOf={costOf}
          />
          <NextStep contractId={target.id} overview={overview} />
          <RecordTabs tabs={tabsOf(overview, target)} />
        </>
      )}
    </RecordPage>
  )
}

function tabsOf(overview: ContractOverview, target: RecordRef): readonly RecordTab[] {
  const { counts } = overview
  const tabs = texts.tabs
  const contractId = target.id
  return [
    {
      value: 'document',
      label: tabs.document,
      draw: () => <DocumentTab target={target} overview={overview} />,
    },
    { value: 'details', label: tabs.details, draw: () => <Details overview={overview} target={target} /> },
    {
      value: 'approvals',
      label: tabs.approvals,
      draw: () => <ApprovalsTab contractId={contractId} overview={overview} />,
    },
    {
      value: 'dates',
      label: tabs.dates,
      draw: () => <KeyDatesTab contractId={contractId} overview={overview} />,
    },
    {
      value: 'files',
      label: tabs.files,
      count: Math.max(0, counts.files - (overview.record.document ? 1 : 0)),
      draw: () => <FilesTab record={{ type: 'Contract', id: target.id }} rights={overview.can} />,
    },
    {
      value: 'messages',
      label: tabs.messages,
      count: counts.messages,
      draw: () => <ConversationTab target={target} overview={overview} />,
    },
    { value: 'history', label: tabs.history, draw: () => <HistoryTab target={target} /> },
  ]
}

function Details({ overview, target }: { overview: ContractOverview; target: RecordRef }) {
  return (
    <Columns
      aside={
        <>
          <StatusPanel latest={overview.latestStatus} />
          <PeoplePanel target={target} overview={overview} />
          <DatesPanel dates={overview.nextDates} />
          <RelatedPanel target={target} overview={overview} />
        </>
      }
    >
      <FormPanel
        target={target}
        overview={overview}
        title={overview.record.type?.name ?? texts.details.form}
      />
      <FactsPanel target={target} overview={overview} />
    </Columns>
  )
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
