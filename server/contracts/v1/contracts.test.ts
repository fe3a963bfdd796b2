import { describe, expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { storedDocument } from '../../../test/fixtures/contracts.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

interface World {
  owner: TestUser
  organisationId: number
  templateId: number
  caller: Caller
}

/** An organisation with a lawyer in it who can create contracts. */
async function world(): Promise<World> {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const templateId = await createContractTemplate(app, { organisationId, name: 'Supply agreement' })
  return { owner, organisationId, templateId, caller: await callerFor(parts, owner) }
}

const document = { name: 'supply.pdf', content: '%PDF-1.4 supply', contentType: 'application/pdf' }

async function create(
  { caller, templateId }: World,
  more: Record<string, string | number> = {},
): Promise<number> {
  const { payload, headers } = form({
    ContractTemplateId: templateId,
    Name: 'Supply 2026',
    ...more,
    ContractFile: document,
  })
  const answer = await caller.post(contracts, payload, { headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<number>()
}

const eventsOf = async (id: number) => {
  const rows = await parts.app.db
    .selectFrom('events')
    .where('subject_kind', '=', 'contract')
    .where('subject_id', '=', id)
    .where('organisation_id', '>', 0)
    .orderBy('id')
    .select('name')
    .execute()
  return rows.map((row) => row.name)
}

describe('creating a contract from a document', () => {
  test('answers its id, and the details show what was sent [C-1, C-7, C-9, C-20]', async () => {
    const here = await world()
    const id = await create(here, { ExternalId: 'ERP-77' })
    const details = await here.caller.get(`${contracts}/${id}`)
    expect(details.headers['etag']).toMatch(/^"1-/)
    expect(details.json()).toEqual({
      id,
      name: 'Supply 2026',
      status: 'Draft',
      category: 'Commercial',
      templateId: here.templateId,
      templateName: 'Supply agreement',
      typeName: expect.stringMatching(/^Group /),
      createdBy: 'Ana Prior',
      createdByUserId: here.owner.id,
      ownerId: here.owner.id,
      matterId: null,
      matterName: null,
      matterNumber: null,
      createdDateUtc: '2026-03-02T09:00:00.000',
      restricted: false,
      hasSow: false,
      parentContractId: null,
      documentFileId: expect.any(Number),
      parentIsRestricted: false,
      onContract: true,
      onMatter: false,
      contractSpecificEmail: null,
      expiry: null,
      teamId: null,
      externalId: 'ERP-77',
      lastStatusMessage: null,
      owner: {
        userId: here.owner.id,
        userFirstname: 'Ana',
        userLastname: 'Prior',
        userOrganisationId: here.organisationId,
        userOrganisationName: expect.any(String),
        userHasPicture: false,
        userPictureCacheId: 0,
        userFullName: 'Ana Prior',
        userInitials: 'AP',
      },
      executedDateUtc: null,
    })
    expect(await eventsOf(id)).toEqual(['contract.created'])
  })

  test('takes the file before the fields, and names of fields in any case [C-2]', async () => {
    const here = await world()
    const { payload, headers } = form({
      contractfile: document,
      NAME: 'Early file',
      contracttemplateid: here.templateId,
    })
    const answer = await here.caller.post(contracts, payload, { headers })
    const stored = ['Early file', 'supply.pdf', 15, 'application/pdf', document.content]
    expect(await storedDocument(here.caller, answer)).toEqual(stored)
  })

  test('takes JSON with the file in base64 [C-3]', async () => {
    const here = await world()
    const contractFile = Buffer.from('bytes').toString('base64')
    const body = { contractTemplateId: here.templateId, name: 'By JSON', contractFile }
    const answer = await here.caller.post(contracts, body)
    const stored = ['By JSON', expect.stringMatching(/^upload-\d+\.txt$/), 5, 'text/plain', 'bytes']
    expect(await storedDocument(here.caller, answer)).toEqual(stored)
  })

  test('names everything that is missing at once, and stores nothing [C-4, G-51]', async () => {
    const here = await world()
    const { payload, headers } = form({ ContractTemplateId: 'x', TeamId: '-1', Fields: '[]' })
    const answer = await here.caller.post(contracts, payload, { headers })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual([
      'ContractFile',
      'ContractTemplateId',
      'Fields',
      'Name',
      'TeamId',
    ])
    expect((await here.caller.get(contracts)).json()).toMatchObject({ total: 0 })
  })

  test.each(['ContractTemplateId', 'TeamId', 'MatterId', 'ParentContractId'])(
    'refuses a %s of another organisation by its name [C-5, G-51]',
    async (field) => {
      const here = await world()
      const there = await world()
      const foreign: Record<string, number> = {
        ContractTemplateId: there.templateId,
        TeamId: await createTeam(parts.app, { organisationId: there.organisationId }),
        MatterId: 4711,
        ParentContractId: await create(there),
      }
      const fields = { ContractTemplateId: here.templateId, Name: 'Stray', [field]: foreign[field] ?? 0 }
      const { payload, headers } = form({ ...fields, ContractFile: document })
      const answer = await here.caller.post(contracts, payload, { headers })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ errors: { [field]: [expect.stringMatching(`^${field} `)] } })
    },
  )

  test('an external id is taken once in an organisation, and free in another [C-6]', async () => {
    const here = await world()
    await create(here, { ExternalId: 'ERP-1' })
    const { payload, headers } = form({
      ContractTemplateId: here.templateId,
      Name: 'Twin',
      ExternalId: 'ERP-1',
      ContractFile: document,
    })
    expect((await here.caller.post(contracts, payload, { headers })).statusCode).toBe(409)
    await create(await world(), { ExternalId: 'ERP-1' })
  })
})
