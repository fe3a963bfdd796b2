// v2 of the versions of forms that records keep.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

interface Preview {
  readonly records: number
  readonly missing: readonly { field: string; records: number }[]
  readonly hidden: readonly { field: string; records: number }[]
}

let organisationId: number
let caller: Caller
let categoryId: number
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  const admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
  categoryId = await insertCategory(parts.app, organisationId, { name: 'Dispute' })
  for (const id of ['court', 'judge'])
    await caller.post('/v2/fields', { id, name: id === 'court' ? 'Court' : 'Judge', fieldType: 'ShortText' })
  await design([{ field: 'court', required: true }])
})

const type = () => `/v2/matterTypes/${categoryId}`
const design = async (form: readonly object[]) => {
  const answer = await caller.put(`${type()}/forms/details`, { parts: form })
  expect(answer.statusCode, answer.body).toBe(204)
}
const create = async (fields: object, as: Caller = caller) => {
  const answer = await as.post('/v2/matters', { type: { id: categoryId }, name: 'Claim', fields })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const fieldsOf = async (id: number) =>
  (await caller.get(`/v2/matters/${id}`)).json<{ fields: object }>().fields
const overviewOf = async (id: number) =>
  (await caller.get(`/v2/matters/${id}/overview`)).json<{ olderForm: boolean; form: { parts: object[] } }>()
const found = async (filter: string) =>
  (await caller.get(`/v2/matters?$filter=${encodeURIComponent(filter)}`))
    .json<{ items: { id: number }[] }>()
    .items.map(({ id }) => id)
const patch = (id: number, fields: object) => caller.patch(`/v2/matters/${id}`, { fields })
const preview = async () => (await caller.get(`${type()}/olderForms`)).json<Preview>()

test('a matter shows, checks and is found by the form that it was made with [T-20]', async () => {
  const older = await create({ court: 'High Court' })
  await design([{ field: 'judge', required: true, label: 'Who decides' }])
  const newer = await create({ judge: 'Ana' })
  expect([await fieldsOf(older), await fieldsOf(newer)]).toEqual([{ court: 'High Court' }, { judge: 'Ana' }])
  const listed = await caller.get('/v2/matters?$orderby=Id')
  expect(listed.json<{ items: { fields: object }[] }>().items.map(({ fields }) => fields)).toEqual([
    { court: 'High Court' },
    { judge: 'Ana' },
  ])
  expect(await overviewOf(older)).toMatchObject({
    olderForm: true,
    form: { parts: [{ field: { id: 'court' }, required: true }] },
  })
  expect(await overviewOf(newer)).toMatchObject({
    olderForm: false,
    form: { parts: [{ label: 'Who decides' }] },
  })
  // what its own form requires cannot be cleared, and what that does not have cannot be given
  expect((await patch(older, { court: null })).statusCode).toBe(400)
  expect((await patch(older, { judge: 'Ana' })).statusCode).toBe(400)
  expect((await patch(older, { court: 'Appeal Court' })).statusCode).toBe(204)
  expect((await patch(newer, { court: 'High Court' })).statusCode).toBe(400)
  expect(await found("fields/court eq 'Appeal Court'")).toEqual([older])
  // v1 as well
  const v1 = await caller.get(`/matter-apis/v1/matters/${older}/fields`)
  expect(v1.body).toContain('Court')
  expect(v1.body).not.toContain('Who decides')
})

test('a form that was empty, and the one that all matters share, are kept too [T-20]', async () => {
  await design([])
  const id = await create({})
  await design([{ field: 'court' }])
  const shared = await caller.put('/v2/forms/matters', { parts: [{ field: 'judge' }] })
  expect(shared.statusCode).toBe(204)
  expect([await fieldsOf(id), (await overviewOf(id)).olderForm]).toEqual([{}, true])
  const next = await create({ judge: 'Ana' })
  await caller.put('/v2/forms/matters', { parts: [] })
  expect([await fieldsOf(next), await fieldsOf(id)]).toEqual([{ court: null, judge: 'Ana' }, {}])
})

test('one is brought to the current form, and keeps values that this does not show [T-21]', async () => {
  const id = await create({ court: 'High Court' })
  await design([{ field: 'judge' }])
  for (const times of [1, 2]) {
    const answer = await caller.post(`/v2/matters/${id}/currentForm`, {})
    expect([times, answer.statusCode, answer.body]).toEqual([times, 204, ''])
  }
  expect([await fieldsOf(id), (await overviewOf(id)).olderForm]).toEqual([{ judge: null }, false])
  expect(await found("fields/court eq 'High Court'")).toEqual([])
  const history = (await caller.get(`/v2/matters/${id}/history`)).json<{ items: { action: string }[] }>()
  expect(history.items.filter(({ action }) => action === 'matter.form.updated')).toHaveLength(1)
  // it comes back with a form that has the field
  await design([{ field: 'court' }, { field: 'judge' }])
  await caller.post(`/v2/matters/${id}/currentForm`, {})
  expect(await fieldsOf(id)).toEqual({ court: 'High Court', judge: null })
})

test('all of a type are brought to it, after what that changes was read [T-22]', async () => {
  expect(await preview()).toEqual({ records: 0, missing: [], hidden: [] })
  const older = [await create({ court: 'High Court' }), await create({ court: 'Appeal Court' })]
  await design([{ field: 'judge', required: true }])
  const [first = 0] = older
  await create({ judge: 'Ana' })
  expect(await preview()).toEqual({
    records: 2,
    missing: [{ field: 'judge', name: 'Judge', records: 2, conditional: false }],
    hidden: [{ field: 'court', name: 'Court', records: 2, conditional: false }],
  })
  const other = await caller.post(`${type()}/olderForms`, { records: 3 })
  expect([other.statusCode, (await overviewOf(first)).olderForm]).toEqual([409, true])
  expect((await caller.post(`${type()}/olderForms`, { records: -1 })).statusCode).toBe(400)
  expect((await caller.post(`${type()}/olderForms`, { records: 2 })).statusCode).toBe(204)
  expect([await fieldsOf(first), await preview()]).toEqual([
    { judge: null },
    { records: 0, missing: [], hidden: [] },
  ])
  const colleague: TestUser = await createUser(parts.app, { organisationId })
  const refused = await (await callerFor(parts, colleague)).post(`${type()}/olderForms`, { records: 0 })
  expect(refused.statusCode).toBe(403)
})

test('a matter that gets another type has the current form of that one [T-20]', async () => {
  const id = await create({ court: 'High Court' })
  await design([{ field: 'judge' }])
  const other = await insertCategory(parts.app, organisationId, { name: 'Advice' })
  await caller.patch(`/v2/matters/${id}`, { type: { id: other } })
  expect((await overviewOf(id)).olderForm).toBe(false)
  await caller.patch(`/v2/matters/${id}`, { type: { id: categoryId } })
  expect([await fieldsOf(id), (await overviewOf(id)).olderForm]).toEqual([{ judge: null }, false])
})

test('contract types say it too [T-22]', async () => {
  const made = await caller.post('/v2/contractTypes', {
    name: 'Lease',
    category: 'Sales',
    parent: { name: 'Property' },
  })
  const { id: typeId } = made.json<{ id: number }>()
  const path = `/v2/contractTypes/${typeId}`
  await caller.put(`${path}/forms/details`, { parts: [{ field: 'court' }] })
  await caller.put(`${path}/forms/details`, { parts: [{ field: 'judge' }] })
  expect((await caller.get(`${path}/olderForms`)).json()).toEqual({ records: 0, missing: [], hidden: [] })
})
