// v2 of the matter above a matter.
import { relationRoutesV2 } from '../../records/v2/relations.ts'
import { updateMatter } from '../commands/update-matter.ts'

export const matterParentRoutes = relationRoutesV2({
  path: '/v2/matters/:matterId/parent',
  words: { one: 'matter', above: 'matter', what: 'parent' },
  input: 'parentId',
  set: (app, actor, matterId, { to, checkVersion }) =>
    updateMatter(app, actor, matterId, ({ matter }) => {
      checkVersion(matter.version)
      return { parentId: to }
    }),
})
