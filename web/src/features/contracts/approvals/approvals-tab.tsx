// The approvals of a contract: steps, decisions, and what can be done with the request now.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import type { ContractOverview } from '../../records/record-calls.ts'
import { ApprovalCard } from './approval-card.tsx'
import { approvalsQuery, currentApproval, isOpenToAsk, mayAskForApproval } from './approvals.ts'
import classes from './approvals.module.css'
import { AskApproval } from './ask-approval.tsx'
import { approvalTexts as texts } from './texts.ts'

export function ApprovalsTab({ contractId, overview }: { contractId: number; overview: ContractOverview }) {
  const approvals = useQuery(approvalsQuery(contractId))
  const [asking, setAsking] = useState(false)
  const [earlier, setEarlier] = useState(false)
  const current = currentApproval(approvals.data)
  const others = (approvals.data ?? []).filter(({ id }) => id !== current?.id)
  // in Approval, the line below the path asks first
  const isAskedAbove =
    overview.record.status === 'Approval' && (current === undefined || isOpenToAsk(current))
  const mayAsk =
    mayAskForApproval(overview.can.rights) &&
    isBeforeSigning(overview.record.status) &&
    // one that was declined is asked again, or withdrawn first
    current?.state !== 'Waiting' &&
    current?.state !== 'Declined' &&
    !isAskedAbove
  const ask = mayAsk ? (
    <Button size="xs" variant={current ? 'default' : 'filled'} onClick={() => setAsking(true)}>
      {texts.ask}
    </Button>
  ) : undefined
  return (
    <div className={classes.approvals}>
      <ErrorAlert error={approvals.error} title={texts.notLoaded} />
      {approvals.isPending ? <PageSkeleton lines={4} /> : null}
      {approvals.isSuccess && current === undefined ? (
        <EmptyState title={texts.none} {...(mayAsk || isAskedAbove ? { lead: texts.noneLead } : {})}>
          {ask}
        </EmptyState>
      ) : null}
      {current === undefined ? null : (
        <>
          {ask === undefined ? null : <div>{ask}</div>}
          <ApprovalCard contractId={contractId} approval={current} />
        </>
      )}
      {others.length === 0 ? null : (
        <div>
          <Button variant="subtle" size="xs" aria-expanded={earlier} onClick={() => setEarlier(!earlier)}>
            {texts.earlier(others.length)}
          </Button>
          {earlier
            ? others.map((approval) => (
                <ApprovalCard key={approval.id} contractId={contractId} approval={approval} />
              ))
            : null}
        </div>
      )}
      {asking ? <AskApproval contractId={contractId} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

const isBeforeSigning = (status: string | null | undefined) =>
  ['Draft', 'Negotiating', 'Approval'].includes(status ?? '')
