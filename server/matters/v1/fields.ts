// v1 of the custom fields of a matter.
import { namesV1 } from '../../http/input-names.ts'
import { fieldUpdateFromV1, recordFieldsToV1 } from '../../fields/v1/values.wire.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fieldDataSchema } from '../../http/v1/fields.wire.ts'
import { patchBodySchema } from '../../http/v1/json-patch.ts'
import { updateMatter } from '../commands/update-matter.ts'
import { getMatterFields } from '../fields.ts'

export const matterFieldRoutes: RouteModule = (server, app) => {
  server.get(
    '/matter-apis/v1/matters/:matterId/fields',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get the fields of a matter',
        description: "The form of the matter's type with the values of this matter.",
        params: pathIds('matterId'),
        response: { 200: fieldDataSchema },
      },
    },
    async (request, reply) => {
      const { matter, fields } = await getMatterFields(app, actorOf(request), idOf(request.params.matterId))
      reply.header('etag', etagOf(matter.version))
      return recordFieldsToV1(fields)
    },
  )

  server.patch(
    '/matter-apis/v1/matters/:matterId/fields',
    {
      config: {
        access: { right: 'use' },
        ifMatch: true,
        inputNames: namesV1(),
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
      },
      schema: {
        summary: 'Change the fields of a matter',
        description: 'A JSON Patch of field values. All or nothing.',
        params: pathIds('matterId'),
      },
    },
    async (request, reply) => {
      const checkVersion = versionCheck(request)
      const id = idOf(request.params.matterId)
      const fields = fieldUpdateFromV1(request.body)
      await updateMatter(app, actorOf(request), id, ({ matter }) => {
        checkVersion(matter.version)
        return { fields }
      })
      return reply.code(200).send()
    },
  )
}
