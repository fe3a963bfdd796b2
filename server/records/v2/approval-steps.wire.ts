// What v2 says of the steps of approvals, of contracts as of invoices.
import { oneOf } from '../../http/v2/references.wire.ts'
import { needs } from '../approval-steps.ts'

export const needSchema = oneOf(needs, {
  description: 'Whether one of the approvers is enough, or all must approve.',
})
