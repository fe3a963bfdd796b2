// v2 of what an organisation is set up with: settings, departments, regions, links, logo, financial settings, features.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const tested = useTestApp()
let organisationId: number
let administrator: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(tested.app, { name: 'Harbour' })).id
  administrator = await createUser(tested.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(tested, administrator)
})

const idOf = (answer: { readonly body: string }) => (JSON.parse(answer.body) as { id: number }).id
const eventsOf = async (id = organisationId) =>
  (
    await tested.app.db
      .selectFrom('events')
      .where('organisation_id', '=', id)
      .orderBy('id')
      .select(['name', 'facts'])
      .execute()
  ).map(({ name }) => name)

describe('settings', () => {
  test('are updated by a merge patch, shown, and recorded in one event [O-20]', async () => {
    const url = `/v2/organizations/${organisationId}`
    const changed = await caller.patch(url, { timeZone: 'Pacific/Auckland', currency: 'NZD' })
    expect(changed.statusCode, changed.body).toBe(204)
    expect((await caller.patch(url, { timeZone: 'Pacific/Auckland' })).statusCode).toBe(204)
    const shown = await caller.get(`/account-apis${url}`)
    expect(shown.json()).toEqual({
      id: organisationId,
      name: 'Harbour',
      type: 'Customer',
      timeZone: 'Pacific/Auckland',
      currency: 'NZD',
      displayIdPrefix: 'LW',
      logo: null,
      created: { dateUtc: expect.stringMatching(/Z$/) },
      modified: { dateUtc: expect.stringMatching(/Z$/) },
    })
    expect((await caller.patch(url, shown.json())).statusCode, 'what was read can be sent back').toBe(204)
    expect(await eventsOf()).toEqual(['organisation.updated'])
    const listed = await caller.get("/v2/organizations?$filter=Type eq 'Customer'&$count=true")
    expect(listed.json()).toEqual({ items: [shown.json()], count: 1 })
  })

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'n'.repeat(201) }],
    ['timeZone', { timeZone: 'Auckland' }],
    ['timeZone', { timeZone: '+12:00' }],
    ['currency', { currency: 'ZZZ' }],
    ['currency', { currency: null }],
    ['prefix', { prefix: 'XY' }],
  ])('%s of %j is rejected, and nothing changes [O-20]', async (name, body) => {
    const url = `/v2/organizations/${organisationId}`
    const before = (await caller.get(url)).json<unknown>()
    const answer = await caller.patch(url, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    expect((await caller.get(url)).json()).toEqual(before)
  })

  test('of a linked organisation can be read, but not updated [O-21]', async () => {
    const made = await caller.post('/v2/organizations', {
      name: 'Ashfield',
      administrator: { email: `ana@${organisationId}.example`, firstName: 'Ana', lastName: 'Prior' },
    })
    expect(made.statusCode, made.body).toBe(201)
    const url = made.headers.location ?? ''
    expect((await caller.get(url)).json()).toMatchObject({ name: 'Ashfield', type: 'ServiceProvider' })
    const refused = await caller.patch(url, { name: 'Mine' })
    expect(refused.statusCode).toBe(403)
    expect((await caller.get(url)).json()).toMatchObject({ name: 'Ashfield' })
  })
})

describe('departments', () => {
  const make = async (name: string, parentId?: number) => {
    const parent = parentId === undefined ? {} : { parent: { id: parentId } }
    const answer = await caller.post('/v2/departments', { name, ...parent })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.headers.location).toBe(`/v2/departments/${idOf(answer)}`)
    return idOf(answer)
  }

  test('are created, renamed and moved with their subdepartments [O-22]', async () => {
    const legal = await make('Legal')
    const disputes = await make('Disputes', legal)
    const finance = await make('Finance')
    const moved = await caller.patch(`/v2/departments/${legal}`, { name: 'Law', parent: { id: finance } })
    expect(moved.statusCode, moved.body).toBe(204)
    expect((await caller.get(`/v2/departments/${legal}`)).json()).toMatchObject({
      name: 'Law',
      parent: { id: finance, name: 'Finance' },
      organization: { id: organisationId, name: 'Harbour' },
    })
    expect((await caller.patch(`/v2/departments/${legal}`, { parent: null })).statusCode).toBe(204)
    const below = await caller.get(`/v2/departments?$filter=Parent/Id eq ${legal}&$orderby=Name`)
    expect(below.json<{ items: { id: number }[] }>().items.map(({ id }) => id)).toEqual([disputes])
  })

  test('can never be inside themselves [O-22]', async () => {
    const legal = await make('Legal')
    const disputes = await make('Disputes', legal)
    for (const parent of [legal, disputes]) {
      const answer = await caller.patch(`/v2/departments/${legal}`, { parent: { id: parent } })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toHaveProperty('errors.parent')
    }
    const both = await make('Both')
    // two moves that form a cycle together: one of them comes too late
    const answers = await Promise.all([
      caller.patch(`/v2/departments/${legal}`, { parent: { id: both } }),
      caller.patch(`/v2/departments/${both}`, { parent: { id: disputes } }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
  })

  test('have unique names under one parent [O-22]', async () => {
    const legal = await make('Legal')
    await make('North', legal)
    const other = await make('North')
    expect((await caller.post('/v2/departments', { name: 'LEGAL' })).statusCode).toBe(409)
    expect((await caller.patch(`/v2/departments/${other}`, { parent: { id: legal } })).statusCode).toBe(409)
  })

  test('are deleted from the bottom up, once nobody works in them [O-23]', async () => {
    const legal = await make('Legal')
    const disputes = await make('Disputes', legal)
    const person = await createUser(tested.app, { organisationId })
    const setDepartment = (id: number | null) =>
      internalTransaction(tested.app, (tx) =>
        tx.updateTable('users').set({ department_id: id }).where('id', '=', person.id).execute(),
      )
    await setDepartment(disputes)
    expect((await caller.delete(`/v2/departments/${legal}`)).statusCode).toBe(409)
    const inUse = await caller.delete(`/v2/departments/${disputes}`)
    expect(inUse.json()).toMatchObject({ status: 409, detail: expect.stringContaining('people (1)') })
    await setDepartment(null)
    expect((await caller.delete(`/v2/departments/${disputes}`)).statusCode).toBe(204)
    expect((await caller.get(`/v2/departments/${disputes}`)).statusCode).toBe(404)
    expect((await caller.delete(`/v2/departments/${disputes}`)).statusCode).toBe(404)
    const v1 = await caller.get(`/account-apis/v1/organisations/${organisationId}/departments`)
    expect(v1.json<{ id: number; deletedDateUtc: string | null }[]>()).toContainEqual(
      expect.objectContaining({ id: disputes, deletedDateUtc: expect.any(String) }),
    )
  })
})

test('regions are created, renamed and deleted [O-24]', async () => {
  const id = idOf(await caller.post('/v2/regions', { name: 'Pacific' }))
  expect((await caller.post('/v2/regions', { name: ' pacific ' })).statusCode).toBe(409)
  expect((await caller.post('/v2/regions', {})).statusCode).toBe(400)
  expect((await caller.patch(`/v2/regions/${id}`, { name: 'Oceania' })).statusCode).toBe(204)
  expect((await caller.get('/v2/regions')).json()).toMatchObject({ items: [{ id, name: 'Oceania' }] })
  expect((await caller.delete(`/v2/regions/${id}`)).statusCode).toBe(204)
  expect((await caller.get('/v2/regions')).json()).toEqual({ items: [] })
  expect(await eventsOf()).toEqual(['region.created', 'region.updated', 'region.deleted'])
})

test('a logo is set, served with its type, and removed [O-25]', async () => {
  const url = `/v2/organizations/${organisationId}/logo`
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')])
  const put = (payload: Buffer, type = 'image/png') =>
    caller.put(url, payload, { headers: { 'content-type': type } })
  expect((await caller.get(url)).statusCode).toBe(404)
  expect((await put(png)).statusCode).toBe(204)
  const shown = await caller.get(url)
  expect(shown.rawPayload).toEqual(png)
  // as the web app asks for it
  const { logo } = (await caller.get(`/v2/organizations/${organisationId}`)).json<{ logo: { id: number } }>()
  expect((await caller.get(`${url}?picture=${logo.id}`)).rawPayload).toEqual(png)
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  const again = await caller.get(url, { headers: { 'if-none-match': String(shown.headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect((await put(Buffer.from('<svg/>'), 'image/svg+xml')).statusCode).toBe(400)
  expect((await put(Buffer.concat([png, Buffer.alloc(1024 * 1024)]))).statusCode).toBe(413)
  expect((await caller.get(url)).rawPayload).toEqual(png)
  expect((await caller.delete(url)).statusCode).toBe(204)
  expect((await caller.get(url)).statusCode).toBe(404)
})

test('financial settings are updated with given properties, together with the currency [O-26]', async () => {
  const url = '/v2/financialSettings'
  expect((await caller.patch(url, { yearEndMonth: 6, yearEndDay: 30 })).statusCode).toBe(204)
  const answers = await Promise.all([
    caller.patch(url, { currency: 'NZD' }),
    caller.patch(url, { accountsPayableContacts: 'payables@people.example' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  const settings = {
    currency: 'NZD',
    yearEndMonth: 6,
    yearEndDay: 30,
    accountsPayableContacts: 'payables@people.example',
    exchangeRateDay: 'None',
    exchangeRateMaxAge: 31,
  }
  expect((await caller.get(url)).json()).toEqual(settings)
  for (const wrong of [
    { yearEndDay: 31 },
    { yearEndMonth: 13 },
    { yearEndDay: 'x' },
    { currency: 'dollars' },
  ]) {
    expect((await caller.patch(url, wrong)).statusCode).toBe(400)
  }
  expect((await caller.get(url)).json()).toEqual(settings)
})

test('features are listed with their descriptions, and switched [O-27]', async () => {
  const all = (await caller.get('/v2/features')).json<{ items: { code: string; enabled: boolean }[] }>()
  expect(all.items.length).toBeGreaterThan(5)
  expect((await caller.patch('/v2/features/tasks', { enabled: false })).statusCode).toBe(204)
  expect((await caller.get('/v2/features/TASKS')).json()).toMatchObject({
    code: 'TASKS',
    enabled: false,
    enabledByDefault: true,
    description: expect.any(String),
  })
  expect((await caller.get('/account-apis/v1/features/TASKS')).json()).toMatchObject({ isEnabled: false })
  expect((await caller.patch('/v2/features/tasks', { enabled: null })).statusCode).toBe(204)
  expect((await caller.get('/v2/features/TASKS')).json()).toMatchObject({ enabled: true })
  expect((await caller.patch('/v2/features/NOTHING', { enabled: true })).statusCode).toBe(404)
  expect(await eventsOf()).toEqual(Array(2).fill('organisation.feature.updated'))
})
