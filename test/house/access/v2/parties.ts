// Access to contract parties through v2.
import { createEntity } from '../../../../server/contracts/commands/create-entity.ts'
import { actorFor } from '../../../actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const parties = '/v2/contractParties'

async function party(world: World) {
  const name = mark()
  const owner = await actorFor(world.app, world.people.owner)
  return { params: { partyId: await createEntity(world.app, owner, name) }, mark: name }
}

const administered = { answers: 204, outsider: 404, colleague: 403, viewer: 403 } as const

export const partyCases: readonly AccessCase[] = [
  {
    route: `GET ${parties}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await party(world)).mark }),
    answers: 200,
    outsider: 'shown nothing',
    colleague: 'may',
  },
  { route: `GET ${parties}/:partyId`, make: party, answers: 200, outsider: 404, colleague: 'may' },
  {
    route: `POST ${parties}`,
    make: () => ({ body: { name: mark() } }),
    answers: 201,
    outsider: 'may',
    colleague: 403,
    viewer: 403,
  },
  {
    route: `PATCH ${parties}/:partyId`,
    make: async (world) => ({ params: (await party(world)).params, body: { name: mark() } }),
    ...administered,
  },
  {
    route: `DELETE ${parties}/:partyId`,
    make: async (world) => ({ params: (await party(world)).params }),
    ...administered,
  },
  {
    route: `POST ${parties}/:partyId/merge`,
    make: async (world) => ({
      params: (await party(world)).params,
      body: { into: { id: (await party(world)).params.partyId } },
    }),
    ...administered,
  },
]
