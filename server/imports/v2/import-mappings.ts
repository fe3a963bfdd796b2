// v2 of mappings that are kept to be used again.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { changeMapping, deleteMapping, getMapping, keepMapping, listMappings } from '../saved-mappings.ts'
import {
  keptMappingSchema,
  keptMappingsSchema,
  keptMappingToV2,
  wholeMappingToV2,
} from './kept-mappings.wire.ts'

const config = { access: { right: 'administer' } } as const
const closed = { additionalProperties: false }
const ofImport = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }, closed)
const nameSchema = Type.String({ minLength: 1, maxLength: 255 })

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
      'By its headings, with patterns and values, for other tables of the same kind. One with the same name becomes this one: change that one with If-Match where somebody else may have changed it.',
    body: Type.Object(
      {
        import: ofImport,
        name: nameSchema,
      },
      { ...closed, examples: [{ import: { id: 7 }, name: 'People of the old system' }] },
    ),
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 3 }] }),
    handler: async (request) => {
      const { import: of, name } = request.body
      return { id: await keepMapping(app, actorOf(request), { importId: of.id, name: name.trim() }) }
    },
  })

  onGet(server, '/v2/importMappings/:mappingId', {
    config,
    summary: 'Get a mapping that is kept',
    description: 'With what each of its headings is.',
    returns: keptMappingSchema,
    handler: async (request, reply) => {
      const kept = await getMapping(app.db, actorOf(request), idOf(request.params.mappingId))
      reply.header('etag', etagOf(kept.version))
      return wholeMappingToV2(kept)
    },
  })

  onPatch(server, '/v2/importMappings/:mappingId', {
    config: { ...config, ifMatch: true },
    operationId: 'updateImportMapping',
    summary: 'Change a mapping that is kept',
    description:
      'Its name, or all that it says: with import it becomes the mapping of that import. 409 for an import of another kind, and for a name that another mapping of the kind has.',
    body: Type.Object(
      { name: Type.Optional(nameSchema), import: Type.Optional(ofImport) },
      { ...closed, examples: [{ name: 'People of the new system' }] },
    ),
    handler: async (request) => {
      const { name, import: of } = request.body
      await changeMapping(app, actorOf(request), {
        id: idOf(request.params.mappingId),
        checkVersion: versionCheck(request),
        name: name?.trim(),
        importId: of?.id,
      })
    },
  })

  onDelete(server, '/v2/importMappings/:mappingId', {
    config: { ...config, ifMatch: true },
    summary: 'Remove a mapping that is kept',
    description: 'Imports that used it stay as they are.',
    handler: (request) =>
      deleteMapping(app, actorOf(request), {
        id: idOf(request.params.mappingId),
        checkVersion: versionCheck(request),
      }),
  })
}
