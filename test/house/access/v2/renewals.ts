// Access to the renewal of contracts through v2.
import { updateContract } from '../../../../server/contracts/commands/update-contract.ts'
import { decideRenewal } from '../../../../server/contracts/renewals/decide-renewal.ts'
import { setRenewalTerm } from '../../../../server/contracts/renewals/set-renewal-term.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import type { World } from '../world.ts'

const renewal = '/v2/contracts/:contractId/renewal'
const expiry = '2027-04-30'

/** An executed contract that is renewed for a year. */
async function executed(world: World) {
  const { contractId } = await contract(world)
  const owner = await actorFor(world.app, world.people.owner)
  await updateContract(world.app, owner, contractId, () => ({
    stage: 'Executed',
    signed: true,
    expiry: `${expiry}T23:59:00`,
  }))
  const term = { amount: 1, unit: 'Years' } as const
  await setRenewalTerm(world.app, owner, contractId, { term, checkVersion: () => undefined })
  return { params: { contractId } }
}

export const renewalCases: readonly AccessCase[] = [
  { route: `GET ${renewal}`, make: executed, viewer: 'may' },
  {
    route: `PUT ${renewal}`,
    make: async (world) => ({ ...(await executed(world)), body: { amount: 2, unit: 'Years' } }),
  },
  { route: `DELETE ${renewal}`, make: executed },
  {
    route: `POST ${renewal}/decisions`,
    make: async (world) => ({ ...(await executed(world)), body: { decision: 'Renew', expiry } }),
  },
  {
    route: `DELETE ${renewal}/decisions/:decisionId`,
    make: async (world) => {
      const { params } = await executed(world)
      const owner = await actorFor(world.app, world.people.owner)
      const decide = { decision: 'Renew', expiry, term: null, reason: null } as const
      const decisionId = await decideRenewal(world.app, owner, params.contractId, decide)
      return { params: { ...params, decisionId } }
    },
  },
]
