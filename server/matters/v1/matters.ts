// v1 of matters: creating them, and what the routes that all records have need to know of matters.
import { namesV1 } from '../../http/input-names.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { updateMatter } from '../commands/update-matter.ts'
import { createMatter } from '../commands/create-matter.ts'
import { describeV1 } from '../../records/v1/record-routes.ts'
import { getMatterFields } from '../fields.ts'
import { matterDetailColumns } from '../matter-details.ts'
import { matterMemberCatalogue, matterMemberColumns, memberOf } from '../matter-members.ts'
import {
  defaultColumns,
  matterDetailsSchema,
  matterProperties,
  matterShape,
  matterUserProperties,
  memberToV1,
} from './matters.wire.ts'
import { newMatterFromV1, newMatterSchema } from './new-matter.wire.ts'
import { changesFromV1, patchedNames, patchedProperties } from './patch.wire.ts'

export const matterRoutes: RouteModule = (server, app) => {
  onPost(server, '/matter-apis/v1/matters', {
    config: { access: { right: 'create-matters' }, inputNames: namesV1() },
    summary: 'Create a matter',
    description: 'Answers the bare id of the matter with 200.',
    body: newMatterSchema,
    returns: Type.Integer(),
    handler: async (request, reply) => {
      const id = await createMatter(app, actorOf(request), newMatterFromV1(request.body))
      return reply.type('application/json').send(id)
    },
  })
}

export const matterDescriptionV1 = describeV1({
  list: {
    scopes: ['All', 'Personal', 'Intake', 'Teams', 'Restricted'],
    properties: matterProperties,
    fallback: defaultColumns,
  },
  details: { shape: matterShape, schema: matterDetailsSchema, columns: matterDetailColumns },
  patch: {
    properties: patchedProperties,
    inputNames: patchedNames,
    update: (app, actor, id, { patch, checkVersion }) =>
      updateMatter(app, actor, id, (current) => {
        checkVersion(current.matter.version)
        return changesFromV1(patch, current)
      }),
  },
  fields: {
    async get(app, actor, id) {
      const { matter, fields } = await getMatterFields(app, actor, id)
      return { version: matter.version, fields }
    },
    update: (app, actor, id, { changes, checkVersion }) =>
      updateMatter(app, actor, id, ({ matter }) => {
        checkVersion(matter.version)
        return changes
      }),
  },
  members: {
    catalogue: matterMemberCatalogue,
    columns: matterMemberColumns,
    properties: matterUserProperties,
    toV1: (member) => memberToV1(memberOf(member)),
  },
})
