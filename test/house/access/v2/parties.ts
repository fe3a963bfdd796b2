// Access to contract parties through v2.
import { addContractParty } from '../../../../server/contracts/commands/change-contract-parties.ts'
import { createEntity } from '../../../../server/contracts/commands/create-entity.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { insertFieldOn } from '../../../fixtures/fields.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

const parties = '/v2/contractParties'

async function party(world: World) {
  const name = mark()
  const owner = await actorFor(world.app, world.people.owner)
  return { params: { partyId: await createEntity(world.app, owner, name) }, mark: name }
}

/** A party that a field of a contract names. */
async function namedParty(world: World) {
  const { contractId, templateId } = await contract(world)
  const { app, organisationId } = world
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  for (const title of [mark(), mark()]) await insertFieldOn(app, form, { title, type: 'ContractEntity' })
  const { params, mark: name } = await party(world)
  const { partyId } = params
  await addContractParty(world.app, await actorFor(world.app, world.people.owner), {
    contractId,
    partyId,
    fieldName: undefined,
  })
  return { params: { contractId, partyId }, mark: name }
}

const ofContractCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/contracts/:contractId/parties',
    make: async (world) => {
      const { params, mark: name } = await namedParty(world)
      return { params: { contractId: params.contractId }, mark: name }
    },
  },
  {
    route: 'PUT /v2/contracts/:contractId/parties/:partyId',
    make: async (world) => {
      const { contractId } = (await namedParty(world)).params
      return { params: { contractId, ...(await party(world)).params } }
    },
    unrelatedIds: 'any party of the organisation can be named',
  },
  {
    route: 'DELETE /v2/contracts/:contractId/parties/:partyId',
    make: async (world) => ({ params: (await namedParty(world)).params }),
  },
]

export const partyCases: readonly AccessCase[] = [
  ...ofContractCases,
  {
    route: `GET ${parties}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await party(world)).mark }),
    colleague: 'may',
  },
  { route: `GET ${parties}/:partyId`, make: party, colleague: 'may' },
  {
    route: `POST ${parties}`,
    make: () => ({ body: { name: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: `PATCH ${parties}/:partyId`,
    make: async (world) => ({ params: (await party(world)).params, body: { name: mark() } }),
    colleague: 403,
  },
  {
    route: `DELETE ${parties}/:partyId`,
    make: async (world) => ({ params: (await party(world)).params }),
    colleague: 403,
  },
  {
    route: `POST ${parties}/:partyId/merge`,
    make: async (world) => ({
      params: (await party(world)).params,
      body: { into: { id: (await party(world)).params.partyId } },
    }),
    colleague: 403,
  },
]
