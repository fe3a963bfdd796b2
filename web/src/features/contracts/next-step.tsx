// What comes next for a contract in approval, in signing or in force, below its path: nobody has to know the way.
import { lazily } from '../../components/lazily.tsx'
import { useMe } from '../../components/me-context.ts'
import type { ContractOverview } from '../records/record-calls.ts'
import { mayAskForApproval } from './approvals/approvals.ts'
import { contractKind } from './contract-kind.ts'

const InApproval = lazily(() => import('./approvals/in-approval.tsx'), 'InApproval')
const InForceLine = lazily(() => import('./signing/in-force-line.tsx'), 'InForceLine')
const InSigning = lazily(() => import('./signing/in-signing.tsx'), 'InSigning')

export function NextStep({ contractId, overview }: { contractId: number; overview: ContractOverview }) {
  const { record, can } = overview
  const me = useMe()
  if (record.status === 'Approval')
    return <InApproval contractId={contractId} mayAsk={mayAskForApproval(can.rights)} />
  // the signed copy executes it
  if (record.status === 'Signing' && can.rights.includes('status') && record.document) {
    return <InSigning contractId={contractId} fileId={record.document.id} />
  }
  if (record.status === 'Executed' && contractKind.mayCreate(me))
    return <InForceLine contractId={contractId} />
  return null
}
