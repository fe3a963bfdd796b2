// Access to contracts through v2.
import { createContractTemplate } from '../../../factories.ts'
import { form } from '../../../documents/forms.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

const contracts = '/v2/contracts'

async function shown(world: World) {
  const { contractId, name } = await contract(world)
  return { params: { contractId }, mark: name }
}

export const contractCasesV2: readonly AccessCase[] = [
  {
    route: `GET ${contracts}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await contract(world)).name }),
  },
  {
    route: `POST ${contracts}`,
    make: async (world) => {
      const { app, organisationId } = world
      const templateId = await createContractTemplate(app, { organisationId })
      const { payload, headers } = form({
        targetResourceType: 'ContractCreation',
        file: { name: 'a.pdf', content: '%PDF-1.4' },
      })
      const request = { method: 'POST', url: '/v2/files', payload, headers } as const
      const document = (await world.send('owner', 'token', request)).json<object>()
      return { body: { type: { id: templateId }, name: mark(), document } }
    },
    outsider: 400,
    colleague: 403,
  },
  { route: `GET ${contracts}/:contractId`, make: shown },
  {
    route: `PATCH ${contracts}/:contractId`,
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: { name: mark() },
    }),
  },
  {
    route: 'GET /v2/contractTypes',
    make: async ({ app, organisationId }) => {
      const name = mark()
      await createContractTemplate(app, { organisationId, name })
      return { mark: name, query: '$orderby=Id desc' }
    },
    colleague: 'may',
  },
]
