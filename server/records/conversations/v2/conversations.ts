// v2 of conversations: their paths for each kind of record.
import { conversationRoutes } from './record-conversation.ts'

export const matterConversationRoutes = conversationRoutes('matter', {
  conversation: '/v2/matters/:matterId/conversation',
  message: '/v2/matters/:matterId/conversation/:messageId',
})

export const contractConversationRoutes = conversationRoutes('contract', {
  conversation: '/v2/contracts/:contractId/conversation',
  message: '/v2/contracts/:contractId/conversation/:messageId',
})
