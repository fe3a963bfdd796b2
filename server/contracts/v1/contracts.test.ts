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

describe('changing a contract', () => {
  test('sets what the patch names, raises the events and counts the version', async () => {
    const here = await world()
    const id = await create(here)
    const answer = await here.caller.patch(`${contracts}/${id}`, [
      { op: 'replace', path: '/Name', value: 'Supply 2027' },
      { op: 'replace', path: 'status', value: 'Negotiating' },
      { op: 'add', path: '/Expiry', value: '2027-06-30T17:00' },
    ])
    expect(answer.statusCode, answer.body).toBe(200)
    const details = await here.caller.get(`${contracts}/${id}`)
    expect(details.json()).toMatchObject({
      name: 'Supply 2027',
      status: 'Negotiating',
      expiry: '2027-06-30T17:00:00',
    })
    expect(details.headers['etag']).toMatch(/^"2-/)
    expect(await eventsOf(id)).toEqual(['contract.created', 'contract.updated', 'contract.status.updated'])
  })

  test('a patch that changes nothing is no event [G-97]', async () => {
    const here = await world()
    const id = await create(here)
    expect((await here.caller.patch(`${contracts}/${id}`, { Name: 'Supply 2026' })).statusCode).toBe(200)
    expect(await eventsOf(id)).toEqual(['contract.created'])
  })

  test('one wrong operation changes nothing [G-93]', async () => {
    const here = await world()
    const id = await create(here)
    const before = (await here.caller.get(`${contracts}/${id}`)).json<object>()
    const attempts = [
      [
        { op: 'replace', path: '/Name', value: 'X' },
        { op: 'replace', path: '/Id', value: 9 },
      ],
      [
        { op: 'replace', path: '/Name', value: 'X' },
        { op: 'replace', path: '/TeamId', value: 999_999 },
      ],
      [
        { op: 'replace', path: '/Name', value: 'X' },
        { op: 'replace', path: '/Restricted', value: 'yes' },
      ],
      [
        { op: 'replace', path: '/Name', value: 'X' },
        { op: 'replace', path: '/OwnerId', value: null },
      ],
    ]
    for (const attempt of attempts) {
      expect((await here.caller.patch(`${contracts}/${id}`, attempt)).statusCode).toBe(400)
    }
    expect((await here.caller.get(`${contracts}/${id}`)).json()).toEqual(before)
    expect(await eventsOf(id)).toEqual(['contract.created'])
  })

  test.each(['\u0000', 'a\u0000b'])(
    'a text that cannot be stored (%j) is 400 and changes nothing [G-39]',
    async (text) => {
      const here = await world()
      const id = await create(here)
      expect((await here.caller.patch(`${contracts}/${id}`, { ExternalId: text })).statusCode).toBe(400)
      expect((await here.caller.get(`${contracts}/${id}`)).json()).toMatchObject({ externalId: null })
    },
  )

  test('with If-Match only what was read is changed [G-95]', async () => {
    const here = await world()
    const id = await create(here)
    const change = (tag: string, name: string) =>
      here.caller.patch(`${contracts}/${id}`, { Name: name }, { headers: { 'if-match': tag } })
    expect((await change('"1"', 'First')).statusCode).toBe(200)
    expect((await change('"1"', 'Second')).statusCode).toBe(412)
    expect((await here.caller.get(`${contracts}/${id}`)).json()).toMatchObject({ name: 'First' })
  })

  test('of changes made at the same time none is lost [G-96]', async () => {
    const here = await world()
    const id = await create(here)
    const bodies = [
      { Name: 'Named' },
      { Expiry: '2027-01-01' },
      { Status: 'Approval' },
      { ExternalId: 'X-9' },
    ]
    await Promise.all(bodies.map((body) => here.caller.patch(`${contracts}/${id}`, body)))
    expect((await here.caller.get(`${contracts}/${id}`)).json()).toMatchObject({
      name: 'Named',
      expiry: '2027-01-01T00:00:00',
      status: 'Approval',
      externalId: 'X-9',
    })
  })

  test('a new owner becomes a member; the old one stays one [C-42]', async () => {
    const here = await world()
    const id = await create(here)
    const next = await createUser(parts.app, { organisationId: here.organisationId })
    expect((await here.caller.patch(`${contracts}/${id}`, { OwnerId: next.id })).statusCode).toBe(200)
    const details = await (await callerFor(parts, next)).get(`${contracts}/${id}`)
    expect(details.json()).toMatchObject({ ownerId: next.id, onContract: true })
    expect((await here.caller.get(`${contracts}/${id}`)).statusCode).toBe(200)
  })

  test('a parent must not be the contract itself or one below it [C-49]', async () => {
    const here = await world()
    const top = await create(here)
    const below = await create(here, { ParentContractId: top })
    for (const parent of [top, below]) {
      expect((await here.caller.patch(`${contracts}/${top}`, { ParentContractId: parent })).statusCode).toBe(
        400,
      )
    }
    expect((await here.caller.get(`${contracts}/${top}`)).json()).toMatchObject({
      hasSow: true,
      parentContractId: null,
    })
  })
})
