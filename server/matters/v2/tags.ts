// v2 of tags: listing those of the organisation and of a matter, adding and removing them.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { skipSchemaValidation, listFromV2, listQueryOf, pageSchema, pageToV2 } from '../../http/v2/odata.ts'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { textOf } from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { addMatterTag } from '../commands/add-matter-tag.ts'
import { removeMatterTag } from '../commands/remove-matter-tag.ts'
import { getMatterTagRow, listMatterTagRows, listTagRows, tagListing } from '../tag-listing.ts'

const config = { access: { right: 'use' } } as const

const description = Type.String({ minLength: 1, maxLength: 100 })
const tagSchema = Type.Object(
  { id: Type.Integer({ readOnly: true }), description },
  { title: 'Tag', examples: [{ id: 3, description: 'Board' }] },
)

/** What lists of tags can be filtered and sorted by. */
export const tagProperties: Properties = { Id: sorted('id'), Description: sorted('description') }

const columns = ['id', 'description']
const resource = { ...tagListing, properties: tagProperties }
const tagToV2 = (row: ListedRow) => ({ id: Number(row['id']), description: textOf(row, 'description') })

const listRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/tags', {
    config,
    ...skipSchemaValidation,
    summary: 'List tags',
    description: 'The tags of the matters that you can see in your organisation.',
    querystring: listQueryOf(),
    returns: pageSchema(tagSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const list = await listFromV2(reading, request, resource)
        const page = await listTagRows(reading, actorOf(request), { ...list, columns })
        return pageToV2(reading, request, list, { ...page, toV2: tagToV2 })
      }),
  })

  onGet(server, '/v2/matters/:matterId/tags', {
    config,
    ...skipSchemaValidation,
    summary: 'List the tags of a matter',
    description: 'Visible to everybody who can see the matter.',
    querystring: listQueryOf(),
    returns: pageSchema(tagSchema),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const matterId = idOf(request.params.matterId)
        const list = await listFromV2(reading, request, resource)
        const page = await listMatterTagRows(reading, actorOf(request), matterId, { ...list, columns })
        return pageToV2(reading, request, list, { ...page, toV2: tagToV2 })
      }),
  })

  onGet(server, '/v2/matters/:matterId/tags/:tagId', {
    config,
    summary: 'Get a tag of a matter',
    description: 'One tag of the matter.',
    returns: tagSchema,
    handler: async (request) => {
      const { matterId, tagId } = request.params
      const place = { matterId: idOf(matterId), tagId: idOf(tagId) }
      return tagToV2(await getMatterTagRow(app, actorOf(request), place, columns))
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/matters/:matterId/tags', {
    config: {
      ...config,
      documentedBodies: jsonBody(Type.Object({ description }, { additionalProperties: false }), {
        description: 'Board',
      }),
    },
    summary: 'Add a tag to a matter',
    description:
      'Tags are not case-sensitive. Raises matter.tag.created, unless the matter already has the tag: then nothing changes.',
    creates: tagSchema,
    handler: async (request, reply) => {
      const matterId = idOf(request.params.matterId)
      const word = textIn(propertiesOf(request.body, ['description'], ['id']), 'description') ?? ''
      const tag = await addMatterTag(app, actorOf(request), matterId, word)
      reply.header('location', `/v2/matters/${matterId}/tags/${tag.id}`)
      return tag
    },
  })

  onDelete(server, '/v2/matters/:matterId/tags/:tagId', {
    config,
    summary: 'Remove a tag from a matter',
    description: 'The organisation and other matters keep it.',
    handler: async (request) => {
      const { matterId, tagId } = request.params
      await removeMatterTag(app, actorOf(request), idOf(matterId), idOf(tagId))
    },
  })
}

export const tagRoutes: RouteModule = (server, app) => {
  for (const routes of [listRoutes, changeRoutes]) routes(server, app)
}
