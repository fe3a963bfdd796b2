// v2 of the people on a matter.
import { memberRoutesV2 } from '../../records/v2/members.ts'
import { removeMatterMember } from '../commands/remove-matter-member.ts'
import { setMatterMember } from '../commands/set-matter-member.ts'
import { matterKind } from '../matter-kind.ts'

export const matterMemberRoutes = memberRoutesV2(matterKind, {
  list: '/v2/matters/:matterId/members',
  one: '/v2/matters/:matterId/members/:userId',
  roles: ['Member', 'Owner', 'Manager', 'OwnerDelegate', 'ManagerDelegate'],
  set: (app, actor, matterId, { userId, roles, note }) =>
    setMatterMember(app, actor, matterId, {
      userId,
      isOwner: roles.has('Owner'),
      isManager: roles.has('Manager'),
      isDelegateOwner: roles.has('OwnerDelegate'),
      isDelegateManager: roles.has('ManagerDelegate'),
      note,
    }),
  remove: removeMatterMember,
})
