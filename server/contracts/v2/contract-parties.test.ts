// The other parties of one contract through v2.
import { beforeAll, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let owner: TestUser
let member: TestUser
let caller: Caller
let templateId: number

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  owner = await createUser(app, { organisationId, role: 'InhouseLegal' })
  member = await createUser(app, { organisationId, role: 'Standard' })
  templateId = await createContractTemplate(app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(app, form, { title: 'Buyer', apiName: 'buyer', type: 'ContractEntity' })
  await insertFieldOn(app, form, { title: 'Guarantor', apiName: 'guarantor', type: 'ContractEntity' })
  caller = await callerFor(parts, owner)
})

const contract = () => insertContract(parts.app, { owner, templateId, members: [member] })
const party = async (name: string) => {
  const made = await caller.post('/v2/contractParties', { name })
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ id: number }>().id
}
const parties = async (id: number) =>
  (await caller.get(`/v2/contracts/${id}/parties`))
    .json<{ items: { id: number; name: string; field: { apiName: string } }[] }>()
    .items.map(({ name, field }) => [field.apiName, name])

test('a party is named in the first empty field or in the one asked for, once, and taken out again [C-205]', async () => {
  const id = await contract()
  const [one, two, three] = [await party('One Ltd'), await party('Two Ltd'), await party('Three Ltd')]
  const put = (partyId: number, body?: object) => caller.put(`/v2/contracts/${id}/parties/${partyId}`, body)
  expect((await put(one)).statusCode).toBe(204)
  expect((await put(one)).statusCode).toBe(204)
  expect(await parties(id)).toEqual([['buyer', 'One Ltd']])
  expect((await put(two)).statusCode).toBe(204)
  expect(await parties(id)).toEqual([
    ['buyer', 'One Ltd'],
    ['guarantor', 'Two Ltd'],
  ])
  const full = await put(three)
  expect([full.statusCode, full.json<{ detail: string }>().detail]).toEqual([
    409,
    'Every field for parties has a value (buyer, guarantor): say with "field" which one to replace.',
  ])
  expect((await put(three, { field: 'Guarantor' })).statusCode).toBe(204)
  expect((await put(three, { field: 'colour' })).statusCode).toBe(400)
  expect(await parties(id)).toEqual([
    ['buyer', 'One Ltd'],
    ['guarantor', 'Three Ltd'],
  ])
  const remove = (partyId: number) => caller.delete(`/v2/contracts/${id}/parties/${partyId}`)
  expect((await remove(two)).statusCode).toBe(404)
  expect((await remove(one)).statusCode).toBe(204)
  expect((await remove(one)).statusCode).toBe(404)
  expect(await parties(id)).toEqual([['guarantor', 'Three Ltd']])
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', owner.organisationId)
    .where('subject_id', '=', id)
    .where('name', '=', 'contract.updated')
    .select('id')
    .execute()
  expect(events).toHaveLength(4)
})

test('by those who may change the contract, with parties of its organisation [C-205]', async () => {
  const id = await contract()
  const own = await party('Own Ltd')
  const asMember = await callerFor(parts, member)
  expect((await asMember.put(`/v2/contracts/${id}/parties/${own}`)).statusCode).toBe(403)
  expect((await asMember.get(`/v2/contracts/${id}/parties`)).json()).toEqual({ items: [] })
  const elsewhere = await createOrganisation(parts.app)
  const admin = await createUser(parts.app, {
    organisationId: elsewhere.id,
    role: 'Administrator',
    permissions: ['ContractCreator'],
  })
  const theirs = await callerFor(parts, admin)
  const foreign = (await theirs.post('/v2/contractParties', { name: 'Foreign' })).json<{ id: number }>().id
  expect((await caller.put(`/v2/contracts/${id}/parties/${foreign}`)).statusCode).toBe(404)
  expect((await theirs.get(`/v2/contracts/${id}/parties`)).statusCode).toBe(404)
})
