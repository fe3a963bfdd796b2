// Access to contracts through v2.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { createContractTemplate } from '../../../factories.ts'
import { form } from '../../../documents/forms.ts'
import { startDocumentReader } from '../../../peers/document-reader.ts'
import type { AccessCase, Call } from '../case.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

const contracts = '/v2/contracts'

async function shown(world: World) {
  const { contractId, name } = await contract(world)
  return { params: { contractId }, mark: name }
}

/** A contract with a document that says when it ends; the viewer is a member. */
async function withDocument(world: World) {
  const { app, organisationId, people } = world
  const templateId = await createContractTemplate(app, { organisationId })
  const content = `This Agreement shall expire on 31 May 2099. ${mark()}`
  const { payload, headers } = form({
    targetResourceType: 'ContractCreation',
    file: { name: 'a.txt', content, contentType: 'text/plain' },
  })
  const request = { method: 'POST', url: '/v2/files', payload, headers } as const
  const document = (await world.send('owner', 'token', request)).json<object>()
  const body = { type: { id: templateId }, name: mark(), document }
  const made = await world.send('owner', 'token', { method: 'POST', url: contracts, payload: body })
  const contractId = made.json<{ id: number }>().id
  const member = { method: 'POST', url: `/contract-apis/v1/contracts/${contractId}/users` } as const
  await world.send('owner', 'token', { ...member, payload: { userId: people.viewer.id } })
  return contractId
}

const says = `${contracts}/:contractId/documentFacts`

/** A service that reads documents, and answers. */
export const reader = startDocumentReader()

/** Every organisation has one: what an administrator calls acts on their own. */
async function withService({ app, people: { owner } }: World): Promise<Call> {
  const { url } = await reader
  await internalTransaction(app, async (tx, now) => {
    const organisations = await tx.selectFrom('organisations').select('id').execute()
    const row = { url, tested_at: now, set_by: owner.id }
    for (const { id } of organisations)
      await tx
        .insertInto('document_readers')
        .values({ organisation_id: id, ...row })
        .onConflict((existing) => existing.column('organisation_id').doUpdateSet(row))
        .execute()
  })
  return {}
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
    route: `GET ${says}`,
    make: async (world) => ({ params: { contractId: await withDocument(world) }, mark: 'ExpiryDate' }),
  },
  {
    route: `POST ${says}/acceptances`,
    make: async (world) => {
      const contractId = await withDocument(world)
      const url = `${contracts}/${contractId}/documentFacts`
      const read = await world.send('owner', 'token', { method: 'GET', url })
      const facts = read.json<{ facts: { id: string; place: string | null }[] }>().facts
      const ids = facts.filter(({ place }) => place === 'Expiry').map(({ id }) => id)
      return { params: { contractId }, body: { version: 1, facts: ids } }
    },
  },
  {
    route: `POST ${says}/readings`,
    make: async (world) => {
      await withService(world)
      return { params: { contractId: await withDocument(world) } }
    },
  },
  { route: 'GET /v2/documentReader', make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: 'PUT /v2/documentReader',
    make: async () => ({ body: { url: (await reader).url } }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'DELETE /v2/documentReader', make: withService, outsider: 'may', colleague: 403 },
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
