// v1 of the custom fields of a matter.
import { namesV1 } from '../../http/input-names.ts'
import { fieldDataOf, patchableFieldsOf } from '../../fields/record-fields.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fieldChangesFromV1 } from '../../http/v1/field-patch.ts'
import { fieldDataSchema } from '../../http/v1/fields.wire.ts'
import { patchBodySchema } from '../../http/v1/json-patch.ts'
import { changeMatterFields } from '../commands/change-matter-fields.ts'
import { getMatterFields } from '../fields.ts'

export const matterFieldRoutes: RouteModule = (server, app) => {
  server.get(
    '/matter-apis/v1/matters/:matterId/fields',
    {
      config: { access: { right: 'use' } },
      schema: { params: pathIds('matterId'), response: { 200: fieldDataSchema } },
    },
    async (request, reply) => {
      const { matter, fields } = await getMatterFields(app, actorOf(request), idOf(request.params.matterId))
      reply.header('etag', etagOf(matter.version))
      return fieldDataOf(fields)
    },
  )

  server.patch(
    '/matter-apis/v1/matters/:matterId/fields',
    {
      config: {
        access: { right: 'use' },
        inputNames: namesV1(),
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
      },
      schema: { params: pathIds('matterId') },
    },
    async (request, reply) => {
      const checkVersion = versionCheck(request)
      const id = idOf(request.params.matterId)
      await changeMatterFields(app, actorOf(request), id, ({ matter, fields }) => {
        checkVersion(matter.version)
        return fieldChangesFromV1(request.body, patchableFieldsOf(fields))
      })
      return reply.code(200).send()
    },
  )
}
