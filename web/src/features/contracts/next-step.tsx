// What comes next for a contract in approval or signing, below its path: nobody has to know the way.
import { lazily } from '../../components/lazily.tsx'
import type { ContractOverview } from '../records/record-calls.ts'
import { mayAskForApproval } from './approvals/approvals.ts'

const InApproval = lazily(() => import('./approvals/in-approval.tsx'), 'InApproval')
const InSigning = lazily(() => import('./signing/in-signing.tsx'), 'InSigning')

export function NextStep({ contractId, overview }: { contractId: number; overview: ContractOverview }) {
  const { record, can } = overview
  if (record.status === 'Approval')
    return <InApproval contractId={contractId} mayAsk={mayAskForApproval(can.rights)} />
  // the signed copy executes it
  if (record.status === 'Signing' && can.rights.includes('status') && record.document) {
    return <InSigning contractId={contractId} fileId={record.document.id} />
  }
  return null
}
