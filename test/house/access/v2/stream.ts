// Access to the stream of changes: what happens on the records that one sees.
import { addMatterTag } from '../../../../server/matters/commands/add-matter-tag.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

/** A change on a matter that others do not see. */
async function changed(world: World) {
  const { matterId } = await matter(world)
  const { last } = await world.app.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const owner = await actorFor(world.app, world.people.owner)
  await addMatterTag(world.app, owner, matterId, mark())
  return { matterId, last }
}

export const streamCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/stream',
    make: async (world) => {
      const { matterId, last } = await changed(world)
      return {
        query: 'wait=0',
        headers: { 'last-event-id': String(last ?? 0) },
        mark: `"type":"Matter","id":${matterId},`,
      }
    },
    viewer: 'may',
  },
]
