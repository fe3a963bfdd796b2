// v2 of the people on a contract.
import { memberRoutesV2 } from '../../records/v2/members.ts'
import { removeContractMember } from '../commands/remove-contract-member.ts'
import { setContractMember } from '../commands/set-contract-member.ts'
import { contractKind } from '../contract-kind.ts'

export const contractMemberRoutes = memberRoutesV2(contractKind, {
  list: '/v2/contracts/:contractId/members',
  one: '/v2/contracts/:contractId/members/:userId',
  roles: ['Member', 'Owner'],
  set: (app, actor, contractId, { userId, roles, note }) =>
    setContractMember(app, actor, contractId, { userId, isOwner: roles.has('Owner'), note }),
  remove: removeContractMember,
})
