// What comes next for a contract in Approval: who is asked, and what they have said.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import type { Format } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { Line, SeeApproval } from '../next-step-line.tsx'
import { nextStepTexts as texts } from '../texts.ts'
import {
  type Approval,
  approvalsQuery,
  currentApproval,
  isOpenToAsk,
  namesOfChanges,
  waitedFor,
} from './approvals.ts'

const AskApproval = lazily(() => import('./ask-approval.tsx'), 'AskApproval')

export function InApproval({ contractId, mayAsk }: { contractId: number; mayAsk: boolean }) {
  const approvals = useQuery(approvalsQuery(contractId))
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  if (!approvals.isSuccess) return null
  const current = currentApproval(approvals.data)
  if (current === undefined || isOpenToAsk(current)) {
    const ask = (
      <Button size="xs" onClick={() => setAsking(true)}>
        {texts.ask}
      </Button>
    )
    return (
      <>
        <Line action={mayAsk ? ask : undefined}>{texts.nobodyAsked}</Line>
        {asking ? <AskApproval contractId={contractId} onClose={() => setAsking(false)} /> : null}
      </>
    )
  }
  if (current.state === 'Approved' && current.changes.length === 0) {
    return <Line tone="good">{mayAsk ? texts.approvedMove : texts.approved}</Line>
  }
  return (
    <Line action={<SeeApproval />} {...(current.state === 'Declined' ? { tone: 'wrong' } : {})}>
      {approvalProgress(current, format)}
    </Line>
  )
}

function approvalProgress(approval: Approval, format: Format): string {
  const { can, document, steps, started, comment, due } = approval
  if (approval.state === 'Declined') {
    const no = steps.flatMap(({ approvers }) => approvers).find(({ decision }) => decision === 'Declined')
    return texts.declined(nameOf(no?.user ?? {}), no?.comment ?? '')
  }
  const changed = namesOfChanges(approval)
  if (changed.length > 0) return texts.changed(format.list(changed), changed.length === 1)
  const by = due ? texts.by(format.date(due)) : ''
  const [away] = can.decideFor
  if (away) return texts.askedForAnother(nameOf(away), by)
  if (can.decide) return texts.askedYou(nameOf(started.user ?? {}), document.version, by, comment ?? '')
  return texts.waiting(format.list(waitedFor(approval)), by)
}
