// Access to the history.
import { updateContract } from '../../../../server/contracts/commands/update-contract.ts'
import { updateMatter } from '../../../../server/matters/commands/update-matter.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { file } from '../files.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'
import { invoice } from './invoices.ts'
import { task } from './tasks.ts'

/** A contract whose name has changed to a mark. */
export async function renamedContract(world: World) {
  const { contractId } = await contract(world)
  const name = mark()
  const owner = await actorFor(world.app, world.people.owner)
  await updateContract(world.app, owner, contractId, () => ({ name }))
  return { params: { contractId }, mark: name }
}

/** A matter whose name has changed to a mark. */
export async function renamedMatter(world: World) {
  const { matterId } = await matter(world)
  const name = mark()
  const owner = await actorFor(world.app, world.people.owner)
  await updateMatter(world.app, owner, matterId, () => ({ name }))
  return { params: { matterId }, mark: name }
}

export const historyCases: readonly AccessCase[] = [
  { route: 'GET /v2/matters/:matterId/history', make: renamedMatter, viewer: 'may' },
  { route: 'GET /v2/contracts/:contractId/history', make: renamedContract, viewer: 'may' },
  {
    route: 'GET /v2/files/:fileId/history',
    make: async (world) => {
      const { fileId, name } = await file(world)
      return { params: { fileId }, mark: name }
    },
    viewer: 'may',
  },
  { route: 'GET /v2/invoices/:invoiceId/history', make: invoice, viewer: 'may' },
  {
    route: 'GET /v2/tasks/:taskId/history',
    make: async (world) => {
      const { params, mark: name } = await task(world)
      return { params, mark: name }
    },
    viewer: 'may',
  },
  {
    route: 'GET /v2/history',
    make: async (world) => ({ mark: (await renamedContract(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'GET /v2/me/changes',
    make: async (world) => ({ mark: (await renamedContract(world)).mark }),
    viewer: 'may',
  },
]
