// Access through v2 to deleting matters and contracts, to the bin and to legal holds.
import { deleteContract } from '../../../../server/contracts/commands/delete-contract.ts'
import { contractKind } from '../../../../server/contracts/contract-kind.ts'
import { deleteMatter } from '../../../../server/matters/commands/delete-matter.ts'
import { matterKind } from '../../../../server/matters/matter-kind.ts'
import { setLegalHold } from '../../../../server/records/commands/set-legal-hold.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

/** A record of the owner in the bin, for the administrator who owns it. */
const inBin = (kind: 'matter' | 'contract') => async (world: World) => {
  const owner = await actorFor(world.app, world.people.owner)
  if (kind === 'matter') {
    const { matterId, name } = await matter(world)
    await deleteMatter(world.app, owner, matterId)
    return { params: { matterId }, mark: name }
  }
  const made = await contract(world)
  await deleteContract(world.app, owner, made.contractId)
  return { params: { contractId: made.contractId }, mark: made.name }
}

const binCasesOf = (kind: 'matter' | 'contract'): readonly AccessCase[] => {
  const id = `:${kind}Id`
  const make = async (world: World) =>
    kind === 'matter'
      ? { params: { matterId: (await matter(world)).matterId } }
      : { params: { contractId: (await contract(world)).contractId } }
  const held = async (world: World) => {
    const { params } = await make(world)
    const owner = await actorFor(world.app, world.people.owner)
    const reason = mark()
    await ('matterId' in params
      ? setLegalHold(matterKind, world.app, owner, { id: params.matterId ?? 0, reason })
      : setLegalHold(contractKind, world.app, owner, { id: params.contractId ?? 0, reason }))
    return { params, mark: reason }
  }
  return [
    { route: `DELETE /v2/${kind}s/${id}`, make },
    {
      route: `GET /v2/legalHolds/${kind}s`,
      make: async (world) => ({ query: '$orderby=Id desc', mark: (await held(world)).mark }),
      colleague: 403,
    },
    { route: `GET /v2/${kind}s/${id}/hold`, make: held, viewer: 'may' },
    {
      route: `PUT /v2/${kind}s/${id}/hold`,
      make: async (world) => ({ ...(await make(world)), body: { reason: mark() } }),
      colleague: 403,
    },
    {
      route: `DELETE /v2/${kind}s/${id}/hold`,
      make: async (world) => ({ params: (await held(world)).params }),
      colleague: 403,
    },
    {
      route: `GET /v2/bin/${kind}s`,
      make: async (world) => ({ query: '$orderby=Id desc', mark: (await inBin(kind)(world)).mark }),
      viewer: 'shown nothing',
    },
    { route: `GET /v2/bin/${kind}s/${id}`, make: inBin(kind), viewer: 404 },
    {
      route: `POST /v2/bin/${kind}s/${id}/restore`,
      make: async (world) => ({ params: (await inBin(kind)(world)).params }),
      viewer: 404,
    },
    {
      route: `DELETE /v2/bin/${kind}s/${id}`,
      make: async (world) => ({ params: (await inBin(kind)(world)).params }),
      colleague: 403,
    },
  ]
}

/** Of many at once: who may not restore an entry finds it among those that are left. */
const casesOfMany: readonly AccessCase[] = [
  {
    route: 'POST /v2/bin/restore',
    make: async (world) => ({ ...(await entriesOf(world)), mark: '"done":[{' }),
    outsider: 'shown nothing',
    viewer: 'shown nothing',
  },
  {
    route: 'POST /v2/bin/purge',
    make: async (world) => {
      const { body } = await entriesOf(world)
      return { body: { ...body, reason: mark() }, mark: '"done":[{' }
    },
    outsider: 'shown nothing',
    colleague: 403,
  },
]

async function entriesOf(world: World) {
  const { params } = await inBin('matter')(world)
  return { body: { entries: [{ type: 'Matter', id: params.matterId }] } }
}

export const binCases: readonly AccessCase[] = [
  ...binCasesOf('matter'),
  ...binCasesOf('contract'),
  ...casesOfMany,
]
