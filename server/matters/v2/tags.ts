// v2 of tags: listing those of the organisation and of a matter, adding and removing them.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { type Properties, sorted, sortedBy } from '../../http/v2/odata-properties.ts'
import { textOf } from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { addMatterTag } from '../commands/add-matter-tag.ts'
import { createTag, deleteTag, renameTag } from '../commands/change-tags.ts'
import { removeMatterTag } from '../commands/remove-matter-tag.ts'
import { getMatterTagRow, listMatterTagRows, listTagRows, tagListing } from '../tag-listing.ts'

const config = { access: { right: 'use' } } as const

const description = Type.String({ minLength: 1, maxLength: 100 })
const tagSchema = Type.Object(
  { id: Type.Integer({ readOnly: true }), description },
  { title: 'Tag', examples: [{ id: 3, description: 'Board' }] },
)

/** What lists of tags can be filtered and sorted by. */
export const tagProperties: Properties = {
  Id: sorted('id'),
  Description: sorted('description'),
  Place: sortedBy('position', 'place'),
}

const columns = ['id', 'description']
const tagToV2 = (row: ListedRow) => ({ id: Number(row['id']), description: textOf(row, 'description') })

const listRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/tags', {
    config,
    summary: 'List tags',
    description:
      'The tags of the matters that you can see in your organisation. `$orderby=Place,Description` lists them in the order that administrators have put them in.',
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

const administer = { access: { right: 'administer' } } as const
const wordSchema = Type.Object({ description }, { additionalProperties: false })
const wordFromV2 = (body: unknown) => textIn(propertiesOf(body, ['description'], ['id']), 'description') ?? ''

const keepRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/tags', {
    config: { ...administer, documentedBodies: jsonBody(wordSchema, { description: 'Board' }) },
    summary: 'Add a tag to the list',
    description: 'For matters to be given. Tags are not case-sensitive: 409 when there is one.',
    creates: tagSchema,
    handler: async (request, reply) => {
      const tag = await createTag(app, actorOf(request), wordFromV2(request.body))
      reply.header('location', `/v2/referenceLists/tags/entries/${tag.id}`)
      return tag
    },
  })

  onPatch(server, '/v2/tags/:tagId', {
    config: {
      ...administer,
      ifMatch: true,
      documentedBodies: mergePatchBody(wordSchema, { description: 'Board' }),
    },
    summary: 'Rename a tag',
    description: 'On every matter that has it. 409 when another one has the word: replace one by the other.',
    handler: (request) => {
      const tag = { id: idOf(request.params.tagId), checkVersion: versionCheck(request) }
      return renameTag(app, actorOf(request), tag, wordFromV2(request.body))
    },
  })

  onDelete(server, '/v2/tags/:tagId', {
    config: administer,
    summary: 'Delete a tag',
    description: 'That no matter has: otherwise 409 with their number.',
    handler: (request) => deleteTag(app, actorOf(request), idOf(request.params.tagId)),
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
  for (const routes of [listRoutes, keepRoutes, changeRoutes]) routes(server, app)
}
