// v2 of tags: listing those of the organisation and of a matter, adding and removing them.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
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
const tagToV2 = (row: ListedRow) => ({ id: Number(row['id']), description: textOf(row, 'description') })

const listRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/tags', {
    config,
    summary: 'List tags',
    description: 'The tags of the matters that you can see in your organisation.',
    item: tagSchema,
    properties: tagProperties,
    columns,
    rows: (reading, actor) => ({
      listing: tagListing,
      page: (asked) => listTagRows(reading, actor, asked),
    }),
    toV2: tagToV2,
  })

  onList(server, app, '/v2/matters/:matterId/tags', {
    config,
    summary: 'List the tags of a matter',
    description: 'Visible to everybody who can see the matter.',
    item: tagSchema,
    properties: tagProperties,
    columns,
    rows: (reading, actor, request) => {
      const matterId = idOf(request.params.matterId)
      return {
        listing: tagListing,
        page: (asked) => listMatterTagRows(reading, actor, matterId, asked),
      }
    },
    toV2: tagToV2,
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
