// v2 of contracts: what they show, and merge patches.
import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import { insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const templateId = await createContractTemplate(app, { organisationId, name: 'Lease' })
  const teamId = await createTeam(app, { organisationId, members: [owner] })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  const field = (title: string, more: object) =>
    insertFieldOn(app, form, { title, type: 'ShortText', ...more })
  const fields = {
    text: await field('Place', { type: 'ShortText' }),
    number: await field('Rent', { type: 'Currency' }),
    truth: await field('Sublet', { type: 'Checkbox' }),
    day: await field('Begin', { type: 'Date' }),
    choice: await field('Use', { type: 'Dropdown', options: [{ label: 'Office' }, { label: 'Shop' }] }),
    several: await field('Extras', { type: 'List', options: [{ label: 'Parking' }, { label: 'Garden' }] }),
    person: await field('Caretaker', { type: 'User' }),
  }
  const contractId = await insertContract(app, {
    owner,
    templateId,
    values: { name: 'Lease of a house', team_id: teamId, expiry: '2027-05-06T17:00:00' },
  })
  const caller = await callerFor(parts, owner)
  const path = `/v2/contracts/${contractId}`
  return { organisationId, owner, templateId, teamId, fields, contractId, caller, path }
}

test('a contract is shown whole [V-30]', async () => {
  const { owner, contractId, caller, path, templateId, teamId } = await world()
  const answer = await caller.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers.etag).toMatch(/^"1-/)
  const person = {
    id: owner.id,
    email: owner.email,
    firstName: 'Ana',
    lastName: 'Prior',
    organizationId: owner.organisationId,
  }
  const whole = {
    id: contractId,
    displayId: null,
    name: 'Lease of a house',
    type: { id: templateId, name: 'Lease' },
    owner: person,
    document: null,
    expiry: '2027-05-06T17:00:00',
    externalId: null,
    fields: { place: null, rent: null, sublet: null, begin: null, use: null, extras: [], caretaker: null },
    restricted: false,
    status: 'Draft',
    teamAssigned: { id: teamId, name: expect.any(String) },
    created: { dateUtc: expect.stringMatching(/Z$/), user: person, userName: 'Ana Prior' },
  }
  expect(answer.json()).toEqual(whole)
  const list = await caller.get(`/v2/contracts?$filter=Id eq ${contractId}`)
  expect(list.json()).toEqual({ items: [whole] })
})

describe('a merge patch', () => {
  const mergePatch = { headers: { 'content-type': 'application/merge-patch+json' } }

  test('changes what it names, clears what is null, and can be what was read [V-31]', async () => {
    const { caller, path, owner } = await world()
    const patch = JSON.stringify({
      name: ' Lease of a barn ',
      teamAssigned: null,
      externalId: 'X-1',
      status: 'Signing',
    })
    expect((await caller.patch(path, patch, mergePatch)).statusCode).toBe(204)
    const read = (await caller.get(path)).json<Record<string, unknown>>()
    expect(read).toMatchObject({
      name: 'Lease of a barn',
      teamAssigned: null,
      externalId: 'X-1',
      status: 'Signing',
      expiry: '2027-05-06T17:00:00',
      owner: { id: owner.id },
    })
    expect((await caller.patch(path, read)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toEqual(read)
    expect((await caller.patch(path, { expiry: '2028-01-01T09:00:00Z' })).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toMatchObject({ expiry: '2028-01-01T09:00:00' })
  })

  test('writes values of every type, which v1 reads, and reads what v1 writes [V-32]', async () => {
    const { caller, path, owner, fields, contractId, organisationId } = await world()
    const extras = await optionIdsOf(parts.app, organisationId, fields.several)
    const values = {
      place: 'Harbour',
      rent: 1200.5,
      sublet: true,
      begin: '2026-05-06',
      use: { value: 'Office' },
      extras: [{ value: String(extras['Garden']) }],
      caretaker: { id: owner.id },
    }
    const patched = await caller.patch(path, { fields: values, name: 'Lease of a mill' })
    expect(patched.statusCode, patched.body).toBe(204)
    const shown = (await caller.get(path)).json<{ fields: Record<string, unknown> }>().fields
    expect(shown).toEqual({
      ...values,
      use: { value: 'Office', label: 'Office' },
      extras: [{ value: String(extras['Garden']), label: 'Garden' }],
      caretaker: expect.objectContaining({ id: owner.id, firstName: 'Ana' }),
    })
    const v1 = `/contract-apis/v1/contracts/${contractId}/fields`
    const { detailFields } = (await caller.get(v1)).json<{
      detailFields: { model: Record<string, unknown> }
    }>()
    expect(detailFields.model).toMatchObject({
      [`field_${fields.text}`]: 'Harbour',
      [`field_${fields.number}`]: 1200.5,
      [`field_${fields.truth}`]: true,
      [`field_${fields.day}`]: '2026-05-06',
      [`field_${fields.choice}`]: 'Office',
      [`field_${fields.several}`]: [extras['Garden']],
      [`field_${fields.person}`]: { id: owner.id },
    })
    await caller.patch(v1, { [`field_${fields.choice}`]: 'Shop', [`field_${fields.text}`]: null })
    expect((await caller.get(path)).json()).toMatchObject({
      fields: { use: { value: 'Shop', label: 'Shop' }, place: null },
    })
    expect((await caller.patch(path, { fields: { [String(fields.number)]: null } })).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toMatchObject({ fields: { rent: null } })
  })

  test.each([
    [{ nam: 'x' }, 'nam'],
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 5 }, 'name'],
    [{ owner: { id: 'me' } }, 'owner'],
    [{ owner: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' } }, 'owner'],
    [{ teamAssigned: { id: 2_000_000_000 } }, 'teamAssigned'],
    [{ teamAssigned: 5 }, 'teamAssigned'],
    [{ restricted: 'yes' }, 'restricted'],
    [{ expiry: 'tomorrow' }, 'expiry'],
    [{ status: 'Done' }, 'status'],
    [{ fields: { nothing: 1 } }, 'fields.nothing'],
    [{ fields: { rent: 'much' } }, 'fields.rent'],
    [{ fields: { use: { value: 'Farm' } } }, 'fields.use'],
    [{ fields: 5 }, 'fields'],
  ])('%j is refused by name, and nothing changes [V-33]', async (body, name) => {
    const { caller, path } = await world()
    const before = (await caller.get(path)).json()
    const answer = await caller.patch(path, { externalId: 'Y', ...body })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
    expect((await caller.get(path)).json()).toEqual(before)
  })

  test('a move between stages that is not allowed is a conflict; a version that is not the current one fails [V-34]', async () => {
    const { caller, path } = await world()
    expect((await caller.patch(path, { status: 'Executed' })).statusCode).toBe(204)
    expect((await caller.patch(path, { status: 'Draft' })).statusCode).toBe(409)
    const stale = await caller.patch(path, { name: 'x' }, { headers: { 'if-match': '"1"' } })
    expect(stale.statusCode).toBe(412)
    expect((await caller.get('/v2/contracts/0')).statusCode).toBe(404)
  })
})

test('contract types are listed with their group, 25 at a time, and found by a filter [V-35]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const caller = await callerFor(parts, await createUser(app, { organisationId }))
  for (let i = 0; i < 27; i++)
    await createContractTemplate(app, { organisationId, name: `Type ${i}`, teamRequired: i === 3 })
  const page = (await caller.get('/v2/contractTypes')).json<{ items: object[]; nextLink?: string }>()
  expect(page.items).toHaveLength(25)
  expect(page.items[0]).toEqual({
    id: expect.any(Number),
    name: 'Type 0',
    parent: { id: expect.any(Number), name: expect.any(String) },
    hasWizard: false,
    teamAssignmentRequired: false,
  })
  const found = await caller.get(
    "/v2/contractTypes?$filter=TeamAssignmentRequired and startswith(Name,'type')&$count=true",
  )
  expect(found.json()).toMatchObject({ count: 1, items: [{ name: 'Type 3' }] })
})
