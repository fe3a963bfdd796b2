// A matter that gets another type, through both versions: what the type requires, and what happens to values.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let organisationId: number
let owner: TestUser
let caller: Caller
let from: number
let to: number
let matterId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  owner = await createUser(app, { organisationId })
  caller = await callerFor(parts, owner)
  from = await insertCategory(app, organisationId, { name: 'Advice' })
  to = await insertCategory(app, organisationId, { name: 'Dispute' })
  matterId = await insertMatter(app, { owner, categoryId: from })
})

const place = (categoryId: number, title: string, more: object = {}) =>
  insertFieldOn(
    parts.app,
    { organisationId, form: 'MatterDetails', categoryId },
    { title, type: 'ShortText', ...more },
  )

const v1 = (body: object) => caller.patch(`/matter-apis/v1/matters/${matterId}`, body)
const v2 = (body: object) => caller.patch(`/v2/matters/${matterId}`, body)
const shown = async () => (await caller.get(`/v2/matters/${matterId}`)).json<object>()

test('is asked for what the type requires, in v1 and in v2, and stays as it was [V-240]', async () => {
  const court = await place(to, 'Court', { required: true })
  await place(to, 'Judge')
  const before = await shown()
  const refused = await v1({ CategoryId: to })
  expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
    400,
    { [`field_${court}`]: [expect.stringContaining('Court')] },
  ])
  const other = await v2({ type: { id: to }, name: 'Changed' })
  expect([other.statusCode, other.json<{ errors: object }>().errors]).toEqual([
    400,
    { 'fields.court': [expect.stringContaining('fields.court')] },
  ])
  expect(await shown()).toEqual(before)
})

test('with the values of its new type it changes whole, by one event [V-241]', async () => {
  await place(to, 'Court', { required: true })
  const answer = await v2({ type: { id: to }, fields: { court: 'High Court' } })
  expect(answer.statusCode, answer.body).toBe(204)
  expect(await shown()).toMatchObject({ type: { id: to, name: 'Dispute' }, fields: { court: 'High Court' } })
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', 'matter.updated')
    .select('facts')
    .execute()
  expect(events).toHaveLength(1)
  expect(JSON.stringify(events[0]?.facts)).toContain('High Court')
})

test('values from before count, and defaults fill what is empty [V-242]', async () => {
  const court = await place(to, 'Court', { required: true })
  await place(to, 'Track', { required: true, default: 'Fast' })
  expect((await v2({ type: { id: to }, fields: { court: 'High Court' } })).statusCode).toBe(204)
  expect(await shown()).toMatchObject({ fields: { court: 'High Court', track: 'Fast' } })
  expect((await v1({ CategoryId: from })).statusCode).toBe(200)
  expect((await v1({ CategoryId: to })).statusCode).toBe(200)
  const fields = await caller.get(`/matter-apis/v1/matters/${matterId}/fields`)
  expect(fields.json()).toMatchObject({ detailFields: { model: { [`field_${court}`]: 'High Court' } } })
})

test('values that are on no form of it are kept: not shown, passed over when sent back, and back with the type [V-390]', async () => {
  const court = await place(to, 'Court')
  await place(from, 'Client')
  await place(to, 'Judge')
  await insertFieldOn(
    parts.app,
    { organisationId, form: 'MatterCreate', categoryId: from },
    { title: 'Source', type: 'ShortText' },
  )
  const created = await caller.post('/v2/matters', {
    name: 'Quay',
    type: { id: from },
    fields: { source: 'Mail', client: 'Vega' },
  })
  expect(created.statusCode, created.body).toBe(201)
  const path = created.headers.location ?? ''
  const fields = async () => (await caller.get(path)).json<{ fields: object }>().fields
  const listed = async () =>
    (await caller.get('/v2/matters?$filter=name eq %27Quay%27')).json<{ items: { fields: object }[] }>()
      .items[0]?.fields
  expect(await fields()).toEqual({ client: 'Vega', source: 'Mail' })
  expect((await caller.patch(path, { type: { id: to }, fields: { court: 'High Court' } })).statusCode).toBe(
    204,
  )
  expect(await fields()).toEqual({ court: 'High Court', judge: null })
  expect(await listed()).toEqual({ court: 'High Court', judge: null })
  const back = await caller.patch(path, {
    type: { id: from },
    fields: { court: 'High Court', [court]: 'Other' },
  })
  expect(back.statusCode, back.body).toBe(204)
  expect(await fields()).toEqual({ client: 'Vega', source: 'Mail' })
  expect(await listed()).toEqual({ client: 'Vega', source: 'Mail' })
  // what the matter has no value of, or what it shows and nobody can change, is refused as ever
  expect((await caller.patch(path, { fields: { judge: 'x' } })).statusCode).toBe(400)
  expect((await caller.patch(path, { fields: { source: 'x' } })).statusCode).toBe(400)
  expect((await caller.patch(path, { type: { id: to }, fields: { client: 'Lyra' } })).statusCode).toBe(204)
  expect(await fields()).toEqual({ court: 'High Court', judge: null })
  expect((await caller.patch(path, { type: { id: from } })).statusCode).toBe(204)
  expect(await fields()).toEqual({ client: 'Vega', source: 'Mail' })
})

test('nor are they found, sorted by, grouped or exported, in v1 and in v2, until the type returns [V-399]', async () => {
  const client = await place(from, 'Client')
  const risk = await place(from, 'Risk', { type: 'Dropdown', options: [{ label: 'High' }] })
  const region = await place(from, 'Places', { type: 'CheckboxList', options: [{ label: 'North' }] })
  const values = { client: 'Vega', risk: { value: 'High' }, places: [{ value: 'North' }] }
  expect((await v2({ fields: values })).statusCode).toBe(204)
  // on the form of all matters, a value has nothing to do with the type
  const core = { organisationId, form: 'MatterCore' } as const
  const desk = await insertFieldOn(parts.app, core, { title: 'Desk', type: 'ShortText' })
  expect((await v2({ fields: { desk: 'Four' } })).statusCode).toBe(204)
  // another matter of the type keeps the fields in use, and is found as ever
  const other = await insertMatter(parts.app, { owner, categoryId: from })
  const second = await caller.patch(`/v2/matters/${other}`, { fields: { ...values, client: 'Beta' } })
  expect(second.statusCode, second.body).toBe(204)
  const ids = async (query: string) => {
    const answer = await caller.get(query)
    expect(answer.statusCode, answer.body).toBe(200)
    const { items, data } = answer.json<{ items?: { id: number }[]; data?: { id: number }[] }>()
    return (items ?? data ?? []).map(({ id }) => id)
  }
  const atDesk = async () => [
    ...(await ids("/v2/matters?$filter=fields/desk eq 'four'")),
    ...(await ids(
      `/matter-apis/v1/matters?filtering.field=field_${desk}&filtering.operator=eq&filtering.value=four`,
    )),
  ]
  const found = async () => {
    const filters = {
      text: "fields/client ne null and startswith(fields/client,'V')",
      number: `fields/${client} eq 'Vega'`,
      choice: "fields/risk/value eq 'High'",
      label: "fields/risk/label eq 'High'",
      several: "fields/places/any(p: p/value eq 'North')",
    }
    const none = await ids("/v2/matters?$orderby=Id&$filter=fields/client eq null or fields/client ne 'Vega'")
    const v1 = (field: string, value: string) =>
      ids(`/matter-apis/v1/matters?filtering.field=${field}&filtering.operator=eq&filtering.value=${value}`)
    const filtered = await Promise.all(
      Object.values(filters).map((filter) => ids(`/v2/matters?$orderby=Id&$filter=${filter}`)),
    )
    const ofV1 = [
      await v1(`field_${client}`, 'Vega'),
      (await v1(`field_${risk}`, 'High')).sort(),
      (await v1(`field_${region}`, 'North')).sort(),
    ]
    const exported = await caller.get('/v2/matters/export?format=csv&columns=Id,fields/client&$orderby=Id')
    const summary = await caller.get('/v2/matters/summary?groupBy=fields/client')
    return {
      filtered: [...filtered, ...ofV1],
      none,
      sorted: await ids('/v2/matters?$orderby=fields/client'),
      exported: exported.body.match(/Vega/g)?.length ?? 0,
      groups: summary.body.includes('"Vega"'),
    }
  }
  const [one, both] = [[matterId], [matterId, other]]
  const before = {
    filtered: [one, one, both, both, both, one, both, both],
    none: [other],
    sorted: both.toReversed(),
    exported: 1,
    groups: true,
  }
  expect(await found()).toMatchObject(before)
  expect((await v2({ type: { id: to } })).statusCode).toBe(204)
  expect(await atDesk()).toEqual([matterId, matterId])
  expect(await found()).toEqual({
    filtered: [[], [], [other], [other], [other], [], [other], [other]],
    none: both,
    // without a value it is first, as null is
    sorted: both,
    exported: 0,
    groups: false,
  })
  expect((await v2({ type: { id: from } })).statusCode).toBe(204)
  expect(await found()).toMatchObject(before)
})

test('what was read can be sent back, and a type that is none is refused', async () => {
  expect((await v2(await shown())).statusCode).toBe(204)
  for (const type of [{ id: 2_000_000_000 }, null, 5]) {
    const answer = await v2({ type })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['type'])
  }
})
