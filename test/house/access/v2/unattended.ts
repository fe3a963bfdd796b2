// Access to records that nobody can open, and to those that only one person can.
import { createContractTemplate, createUser } from '../../../factories.ts'
import { insertContract } from '../../../fixtures/contracts.ts'
import { insertMatter } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const made = {
  matter: async (world: World, status: 'Active' | 'Disabled') => {
    const { owner, name } = await ownerOf(world, status)
    const matterId = await insertMatter(world.app, { owner, values: { restricted: true } })
    return { params: { matterId }, mark: name, owner }
  },
  contract: async (world: World, status: 'Active' | 'Disabled') => {
    const { owner, name } = await ownerOf(world, status)
    const templateId = await createContractTemplate(world.app, { organisationId: world.organisationId })
    const contractId = await insertContract(world.app, { owner, templateId, values: { restricted: true } })
    return { params: { contractId }, mark: name, owner }
  },
}

async function ownerOf({ app, organisationId }: World, status: 'Active' | 'Disabled') {
  const name = mark()
  return { owner: await createUser(app, { organisationId, status, firstName: name }), name }
}

const casesOf = (kind: 'matter' | 'contract'): readonly AccessCase[] => [
  {
    route: `GET /v2/unattended/${kind}s`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await made[kind](world, 'Disabled')).mark }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: `GET /v2/${kind}s/hidden`,
    make: async (world) => {
      await made[kind](world, 'Active')
      return { mark: 'true' }
    },
    colleague: 403,
    viewer: 403,
  },
  {
    route: `POST /v2/${kind}s/:${kind}Id/takeOver`,
    make: async (world) => ({
      params: (await made[kind](world, 'Disabled')).params,
      body: { reason: mark() },
    }),
    colleague: 403,
  },
]

export const unattendedCases: readonly AccessCase[] = [
  ...casesOf('matter'),
  ...casesOf('contract'),
  ...(['soleRecords', 'actingThings'] as const).map(
    (list): AccessCase => ({
      route: `GET /v2/users/:userId/${list}`,
      make: async (world) => ({ params: { userId: (await made.matter(world, 'Active')).owner.id } }),
      colleague: 403,
      viewer: 403,
    }),
  ),
]
