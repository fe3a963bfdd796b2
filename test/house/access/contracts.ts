// Access to contracts.
import { createKeyDate } from '../../../server/contracts/commands/create-key-date.ts'
import { setTemplateDocument } from '../../../server/contracts/commands/set-template-document.ts'
import { internalTransaction, systemActor } from '../../../server/platform/events/change.ts'
import { actorFor } from '../../fixtures/actors.ts'
import { docx } from '../../documents/docx.ts'
import { createContractTemplate } from '../../factories.ts'
import { insertFieldOn } from '../../fixtures/fields.ts'
import { insertContract } from '../../fixtures/contracts.ts'
import { form } from '../../documents/forms.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const contracts = '/contract-apis/v1/contracts'

/** A contract of the owner; the viewer is a member. */
export async function contract({ app, organisationId, people }: World) {
  const [name, externalId] = [mark(), mark()]
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, {
    owner: people.owner,
    templateId,
    members: [people.viewer],
    values: { name, external_id: externalId },
  })
  return { contractId, templateId, name, externalId }
}

/** A contract with a field that holds a mark. */
async function contractWithField(world: World) {
  const { app, organisationId } = world
  const { contractId, templateId } = await contract(world)
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  const title = mark()
  const fieldId = await insertFieldOn(app, form, { title, type: 'ShortText' })
  return { contractId, fieldId, title }
}

/** A contract that everybody has viewed, and may or may not see now. */
async function lookedAt(world: World) {
  const { contractId, name } = await contract(world)
  const { app, organisationId, people } = world
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('recents')
      .values(
        Object.values(people).map(({ id }) => ({
          organisation_id: organisationId,
          user_id: id,
          kind: 'Contract',
          record_id: contractId,
          seen_at: now,
        })),
      )
      .execute(),
  )
  return { name }
}

export const contractCases: readonly AccessCase[] = [
  {
    route: `GET ${contracts}`,
    make: async (world) => ({ query: 'context=Personal', mark: (await contract(world)).name }),
  },
  {
    route: `POST ${contracts}`,
    make: async ({ app, organisationId }) => {
      const templateId = await createContractTemplate(app, { organisationId })
      const { payload, headers } = form({
        ContractTemplateId: templateId,
        Name: mark(),
        ContractFile: { name: 'a.pdf', content: '%PDF-1.4', contentType: 'application/pdf' },
      })
      return { body: payload, headers }
    },
    outsider: 400,
    colleague: 403,
  },
  {
    route: `POST ${contracts}/wizard`,
    make: async ({ app, organisationId }) => {
      const templateId = await createContractTemplate(app, { organisationId })
      const bytes = docx(['For {contractName}'])
      await setTemplateDocument(app, systemActor('test'), { organisationId, templateId, bytes })
      return { body: { contractTemplateId: templateId, name: mark() } }
    },
    outsider: 400,
    colleague: 403,
  },
  {
    route: `GET ${contracts}/:contractId`,
    make: async (world) => {
      const { contractId, name } = await contract(world)
      return { params: { contractId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `PATCH ${contracts}/:contractId`,
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: [{ op: 'replace', path: '/Name', value: mark() }],
    }),
  },
  {
    route: `GET ${contracts}/quickfind`,
    make: async (world) => {
      const { name, contractId } = await contract(world)
      return { query: `term=${name}`, mark: `"id":${contractId},` }
    },
  },
  { route: `GET ${contracts}/recent`, make: async (world) => ({ mark: (await lookedAt(world)).name }) },
  {
    route: 'GET /account-apis/v1/my/recents',
    make: async (world) => ({ mark: (await lookedAt(world)).name }),
  },
  {
    route: `GET ${contracts}/externalid/:externalId`,
    make: async (world) => {
      const { contractId, externalId } = await contract(world)
      return { params: { externalId }, mark: `"id":${contractId}}` }
    },
  },
  {
    route: `GET ${contracts}/:contractId/users`,
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      mark: world.people.viewer.id,
    }),
  },
  {
    route: `POST ${contracts}/:contractId/users`,
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: { userId: world.people.colleague.id },
    }),
  },
  {
    route: `GET ${contracts}/:contractId/keyDates`,
    make: async (world) => {
      const { app, people } = world
      const [{ contractId }, name] = [await contract(world), mark()]
      await createKeyDate(app, await actorFor(app, people.owner), contractId, { name, date: '2026-05-06' })
      return { params: { contractId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `POST ${contracts}/:contractId/statusMessages`,
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: { statusMessage: mark() },
    }),
    viewer: 'may',
  },
  {
    route: `GET ${contracts}/entities`,
    make: async ({ app, organisationId, people }) => {
      const name = mark()
      await internalTransaction(app, (tx, now) =>
        tx
          .insertInto('contract_entities')
          .values({ organisation_id: organisationId, name, created_by: people.owner.id, created_at: now })
          .execute(),
      )
      return { mark: name }
    },
    colleague: 'may',
  },
  {
    route: `POST ${contracts}/entities`,
    make: () => ({ body: { name: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /contract-apis/v1/contractsTemplates',
    make: async ({ app, organisationId }) => {
      const name = mark()
      await createContractTemplate(app, { organisationId, name })
      return { mark: name }
    },
    colleague: 'may',
  },
  {
    route: `GET ${contracts}/:contractId/fields`,
    make: async (world) => {
      const { contractId, title } = await contractWithField(world)
      return { params: { contractId }, mark: title }
    },
    viewer: 'may',
  },
  {
    route: `PATCH ${contracts}/:contractId/fields`,
    make: async (world) => {
      const { contractId, fieldId } = await contractWithField(world)
      return { params: { contractId }, body: { [`field_${fieldId}`]: mark() } }
    },
  },
  {
    route: 'GET /contract-apis/v1/contractsTemplates/:templateId/uploadSchema',
    make: async ({ app, organisationId }) => {
      const templateId = await createContractTemplate(app, { organisationId })
      const title = mark()
      const form = { organisationId, form: 'ContractUpload', templateId } as const
      await insertFieldOn(app, form, { title, type: 'ShortText' })
      return { params: { templateId }, mark: title }
    },
    colleague: 'may',
  },
]
