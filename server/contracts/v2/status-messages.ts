// v2 of the status messages of a contract.
import { statusMessageRoutesV2 } from '../../records/v2/status-messages.ts'
import { contractKind } from '../contract-kind.ts'

export const contractMessageRoutes = statusMessageRoutesV2(contractKind, {
  messages: '/v2/contracts/:contractId/statusMessages',
  message: '/v2/contracts/:contractId/statusMessages/:messageId',
})
