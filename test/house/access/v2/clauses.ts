// Access to the library of clauses.
import { approveClause, retireClause } from '../../../../server/contracts/clauses/approve-clauses.ts'
import { createClause } from '../../../../server/contracts/clauses/write-clauses.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { clauseContent } from '../../../fixtures/clauses.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { twoVersions } from './comparisons.ts'
import { mark, type World } from '../world.ts'
import { create, read, write } from './administration.ts'

const path = '/v2/clauses'

async function clause({ app, people }: World) {
  const title = mark()
  const owner = await actorFor(app, people.owner)
  const given = { title, category: mark(), content: clauseContent(), reason: 'New' }
  const clauseId = await createClause(app, owner, given)
  return { params: { clauseId }, name: title, category: given.category, owner }
}

async function retired(world: World) {
  const made = await clause(world)
  const { clauseId } = made.params
  await approveClause(world.app, made.owner, clauseId, { approve: 1, checkVersion: () => undefined })
  await retireClause(world.app, made.owner, clauseId)
  return made
}

/** Of clauses. */
export const clauseCases: readonly AccessCase[] = [
  {
    route: `GET ${path}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await clause(world)).name }),
    colleague: 'may',
  },
  {
    route: `GET ${path}/categories`,
    make: async (world) => ({ mark: (await clause(world)).category }),
    colleague: 'may',
  },
  read(`${path}/:clauseId`, clause),
  create(path, () => ({ title: mark(), category: 'Liability', text: 'No party is liable.' })),
  write(`PATCH ${path}/:clauseId`, clause, { body: () => ({ title: mark() }) }),
  write(`POST ${path}/:clauseId/versions`, clause, {
    body: () => ({ text: mark(), reason: 'Shorter' }),
  }),
  write(`POST ${path}/:clauseId/approve`, clause, { body: () => ({ version: 1 }) }),
  write(`POST ${path}/:clauseId/retire`, clause, {}),
  write(`POST ${path}/:clauseId/restore`, retired, {}),
  write(`DELETE ${path}/:clauseId`, clause, {}),
  read(`${path}/:clauseId/uses`, async (world) => ({ params: (await clause(world)).params })),
  {
    route: `GET ${path}/:clauseId/comparison`,
    make: async (world) => {
      const { params } = await clause(world)
      const { fileId } = await twoVersions(world)
      return { params, query: `fileId=${fileId}&version=1` }
    },
  },
  {
    route: 'GET /v2/contracts/:contractId/clauses',
    make: async (world) => ({ params: { contractId: (await contract(world)).contractId } }),
  },
]
