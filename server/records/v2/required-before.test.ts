// Fields that a record needs before it can move to a state, in both versions of the API.
import { beforeEach, expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let organisationId: number
let admin: TestUser
let caller: Caller
let categoryId: number
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
  categoryId = await insertCategory(parts.app, organisationId, { name: 'Dispute' })
  for (const id of ['court', 'outcome'])
    await caller.post('/v2/fields', { id, name: id, fieldType: 'ShortText' })
})

const form = () => `/v2/matterTypes/${categoryId}/forms/details`
const design = (...fields: readonly object[]) => caller.put(form(), { parts: fields })
const create = async () => {
  const body = { type: { id: categoryId }, name: 'Claim', manager: { user: { id: admin.id } } }
  const answer = await caller.post('/v2/matters', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const move = (id: number, status: string, fields?: object) =>
  caller.patch(`/v2/matters/${id}`, { status, ...(fields ? { fields } : {}) })
const statusOf = async (id: number) =>
  (await caller.get(`/v2/matters/${id}`)).json<{ status: string }>().status

test('a form says before which state a field is required, and refuses what is none [T-30]', async () => {
  const answer = await design({ field: 'outcome', requiredBefore: 'Complete' })
  expect(answer.statusCode, answer.body).toBe(204)
  expect((await caller.get(form())).json()).toMatchObject({
    parts: [{ field: { id: 'outcome' }, required: false, requiredBefore: 'Complete' }],
  })
  for (const wrong of [
    { requiredBefore: 'Done' },
    { requiredBefore: 'Active', required: true },
    { requiredBefore: 1 },
  ]) {
    const refused = await design({ field: 'outcome', ...wrong })
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['parts[0].requiredBefore'],
    ])
  }
  const create = await caller.put(`/v2/matterTypes/${categoryId}/forms/create`, {
    parts: [{ field: 'outcome', requiredBefore: 'Active' }],
  })
  expect(create.statusCode).toBe(400)
})

test('a move without it is refused by name, in v1 too, and done with it [T-31]', async () => {
  await design({ field: 'court', requiredBefore: 'Active' }, { field: 'outcome', requiredBefore: 'Complete' })
  const id = await create()
  expect((await move(id, 'Scoping')).statusCode).toBe(204)
  const refused = await move(id, 'Active')
  expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
    400,
    { 'fields.court': [expect.stringContaining('required before Active')] },
  ])
  // a later state asks for it as well
  const later = await move(id, 'Complete')
  expect(Object.keys(later.json<{ errors: object }>().errors)).toEqual(['fields.court', 'fields.outcome'])
  const v1 = await caller.patch(`/matter-apis/v1/matters/${id}`, { Status: 'Active' })
  expect([v1.statusCode, v1.body]).toEqual([400, expect.stringContaining('required before Active')])
  expect(await statusOf(id)).toBe('Scoping')
  const overview = (await caller.get(`/v2/matters/${id}/overview`)).json<{
    moves: { to: string; needs: string[] }[]
  }>()
  expect(overview.moves.find(({ to }) => to === 'Complete')?.needs).toEqual(['court', 'outcome'])
  expect(overview.moves.find(({ to }) => to === 'OnHold')?.needs).toEqual([])
  expect((await move(id, 'Active', { court: 'High Court' })).statusCode).toBe(204)
  // from then on it cannot be cleared
  expect((await caller.patch(`/v2/matters/${id}`, { fields: { court: null } })).statusCode).toBe(400)
  // going back asks for nothing
  expect((await move(id, 'Review')).statusCode).toBe(204)
  expect((await caller.patch(`/v2/matters/${id}`, { fields: { court: null } })).statusCode).toBe(204)
})

test('what the form does not show with these answers is not asked for [T-31]', async () => {
  await design(
    { field: 'court' },
    {
      field: 'outcome',
      requiredBefore: 'Complete',
      when: { field: 'court', operator: 'filled', value: null },
    },
  )
  const [without, shown] = [await create(), await create()]
  expect((await move(without, 'Complete')).statusCode).toBe(204)
  expect((await move(shown, 'Complete', { court: 'High Court' })).statusCode).toBe(400)
})

test('a contract is not executed without it [T-31]', async () => {
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const path = `/v2/contractTypes/${templateId}/forms/details`
  await caller.put(path, { parts: [{ field: 'outcome', requiredBefore: 'Executed' }] })
  const values = { status: 'Signing', form_version: 1 }
  const id = await insertContract(parts.app, { owner: admin, templateId, values })
  const executed = (more: object = {}) => caller.patch(`/v2/contracts/${id}`, { status: 'Executed', ...more })
  const refused = await executed()
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
    400,
    ['fields.outcome'],
  ])
  expect((await executed({ fields: { outcome: 'Signed by both' } })).statusCode).toBe(204)
})
