// v2 of mappings that are kept to be used again.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { deleteMapping, keepMapping, listMappings } from '../saved-mappings.ts'
import { keptMappingsSchema, keptMappingToV2 } from './imports.wire.ts'

const config = { access: { right: 'administer' } } as const

export const importMappingRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/importMappings', {
    config,
    summary: 'List the mappings that are kept',
    description:
      'Newest first. A new import uses the one of its kind that knows most of its headings, and says what it took from it.',
    returns: keptMappingsSchema,
    handler: async (request) => ({
      items: (await listMappings(app.db, actorOf(request))).map(keptMappingToV2),
    }),
  })

  onPost(server, '/v2/importMappings', {
    config,
    summary: 'Keep the mapping of an import',
    description:
      'By its headings, with patterns and values, for other tables of the same kind. One with the same name is replaced.',
    body: Type.Object(
      {
        import: Type.Object(
          { id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
          { additionalProperties: false },
        ),
        name: Type.String({ minLength: 1, maxLength: 255 }),
      },
      { additionalProperties: false, examples: [{ import: { id: 7 }, name: 'People of the old system' }] },
    ),
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 3 }] }),
    handler: async (request) => {
      const { import: of, name } = request.body
      return { id: await keepMapping(app, actorOf(request), { importId: of.id, name: name.trim() }) }
    },
  })

  onDelete(server, '/v2/importMappings/:mappingId', {
    config,
    summary: 'Remove a mapping that is kept',
    description: 'Imports that used it stay as they are.',
    handler: (request) => deleteMapping(app, actorOf(request), idOf(request.params.mappingId)),
  })
}
