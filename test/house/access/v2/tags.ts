// Access to tags through v2.
import { addMatterTag } from '../../../../server/matters/commands/add-matter-tag.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

const ofMatter = '/v2/matters/:matterId/tags'

async function tag(world: World) {
  const { matterId } = await matter(world)
  const owner = await actorFor(world.app, world.people.owner)
  const { id: tagId, description } = await addMatterTag(world.app, owner, matterId, mark())
  return { params: { matterId, tagId }, mark: description }
}

export const tagCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/tags',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await tag(world)).mark }),
    viewer: 'may',
  },
  {
    route: `GET ${ofMatter}`,
    make: async (world) => {
      const { params, mark: description } = await tag(world)
      return { params: { matterId: params.matterId }, mark: description }
    },
    viewer: 'may',
  },
  {
    route: `POST ${ofMatter}`,
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { description: mark() },
    }),
  },
  { route: `GET ${ofMatter}/:tagId`, make: tag, viewer: 'may' },
  { route: `DELETE ${ofMatter}/:tagId`, make: async (world) => ({ params: (await tag(world)).params }) },
]
