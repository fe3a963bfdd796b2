// v2 of the status messages of a matter.
import { statusMessageRoutesV2 } from '../../records/v2/status-messages.ts'
import { matterKind } from '../matter-kind.ts'

export const matterMessageRoutes = statusMessageRoutesV2(matterKind, {
  messages: '/v2/matters/:matterId/statusMessages',
  message: '/v2/matters/:matterId/statusMessages/:messageId',
})
