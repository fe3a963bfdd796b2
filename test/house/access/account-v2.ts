// Access to people and teams through v2.
import { createTeam } from '../../factories.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

async function team({ app, organisationId }: World) {
  const name = mark()
  return { name, teamId: await createTeam(app, { organisationId, name }) }
}

export const accountCasesV2: readonly AccessCase[] = [
  {
    route: 'GET /v2/teams',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await team(world)).name }),
    answers: 200,
    stranger: 'shown nothing',
    colleague: 'may',
  },
  {
    route: 'GET /v2/teams/:teamId',
    make: async (world) => {
      const { name, teamId } = await team(world)
      return { params: { teamId }, mark: name }
    },
    answers: 200,
    stranger: 404,
    colleague: 'may',
  },
  {
    route: 'GET /v2/users',
    make: ({ people }) => ({
      query: `$filter=${encodeURIComponent(`Id eq ${people.viewer.id}`)}`,
      mark: people.viewer.email,
    }),
    answers: 200,
    stranger: 'shown nothing',
    colleague: 'may',
  },
  {
    route: 'GET /v2/users/:userId',
    make: ({ people }) => ({ params: { userId: people.viewer.id }, mark: people.viewer.email }),
    answers: 200,
    stranger: 404,
    colleague: 'may',
  },
]
