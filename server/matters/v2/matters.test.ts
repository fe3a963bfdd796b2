// v2 of matters: what they show, creating them, merge patches, filters and orders.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fields.ts'
import { insertCategory, insertMatter } from '../../../test/matters.ts'
import { odataCases, type OdataProperties } from '../../../test/odata.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { matterProperties } from './matters.wire.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const categoryId = await insertCategory(app, organisationId, { name: 'Dispute' })
  const form = { organisationId, form: 'MatterDetails', categoryId } as const
  const fieldId = await insertFieldOn(app, form, { title: 'Court', type: 'ShortText' })
  const caller = await callerFor(parts, owner)
  return { organisationId, owner, categoryId, fieldId, caller }
}

test('a matter is created, shown, and read by v1', async () => {
  const { caller, categoryId, owner, fieldId, organisationId } = await world()
  const made = await caller.post('/v2/matters', {
    type: { id: categoryId, name: 'anything' },
    name: 'Prior v. Arbour',
    manager: { user: { id: owner.id } },
    externalId: 'X-1',
    fields: { Court: 'Old Bailey' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect(made.headers.location).toBe(`/v2/matters/${id}`)
  const person = {
    id: owner.id,
    email: owner.email,
    firstName: 'Ana',
    lastName: 'Prior',
    organizationId: organisationId,
  }
  const shown = await caller.get(`/matter-apis/v2/matters/${id}`)
  const whole = {
    id,
    name: 'Prior v. Arbour',
    displayId: expect.stringMatching(/^LW\d{4,}-\d{4}$/),
    type: { id: categoryId, name: 'Dispute' },
    owner: person,
    manager: { intakeQueue: null, user: person },
    externalId: 'X-1',
    fields: { court: 'Old Bailey' },
    restricted: false,
    status: 'Draft',
    teamAssigned: null,
    created: { dateUtc: expect.stringMatching(/Z$/), user: person, userName: 'Ana Prior' },
  }
  expect(shown.json()).toEqual(whole)
  expect((await caller.get(`/v2/matters?$filter=Id eq ${id}`)).json()).toEqual({ items: [whole] })
  const v1 = (await caller.get(`/matter-apis/v1/matters/${id}/fields`)).json<{
    detailFields: { model: object }
  }>()
  expect(v1.detailFields.model).toMatchObject({ [`field_${fieldId}`]: 'Old Bailey' })
})

describe('a merge patch', () => {
  test('changes what it names, sends a matter back to intake, and can be what was read', async () => {
    const { caller, owner, categoryId, organisationId } = await world()
    const matterId = await insertMatter(parts.app, { owner, categoryId, values: { manager_id: owner.id } })
    const path = `/v2/matters/${matterId}`
    const mergePatch = { headers: { 'content-type': 'application/merge-patch+json' } }
    const patch = JSON.stringify({ name: 'Settled', status: 'OnHold', fields: { court: 'Lyon' } })
    expect((await caller.patch(path, patch, mergePatch)).statusCode).toBe(204)
    const read = (await caller.get(path)).json<object>()
    expect(read).toMatchObject({ name: 'Settled', status: 'OnHold', fields: { court: 'Lyon' } })
    expect((await caller.patch(path, read)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toEqual(read)
    expect((await caller.patch(path, { manager: null })).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toMatchObject({
      manager: { user: null, intakeQueue: { organizationId: organisationId } },
    })
  })

  test.each([
    [{ nam: 'x' }, 'nam'],
    [{ name: null }, 'name'],
    [{ manager: 'me' }, 'manager'],
    [{ manager: { user: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' } } }, 'manager'],
    [{ owner: { id: 'x' } }, 'owner'],
    [{ teamAssigned: { id: 2_000_000_000 } }, 'teamAssigned'],
    [{ status: 'Done' }, 'status'],
    [{ fields: { nothing: 1 } }, 'fields.nothing'],
    [{ fields: { court: 1 } }, 'fields.court'],
  ])('%j is refused by name, and nothing changes', async (body, name) => {
    const { caller, owner, categoryId } = await world()
    const path = `/v2/matters/${await insertMatter(parts.app, { owner, categoryId })}`
    const before = (await caller.get(path)).json()
    const answer = await caller.patch(path, { externalId: 'Y', ...body })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
    expect((await caller.get(path)).json()).toEqual(before)
  })

  test('a new matter needs a type of the organisation', async () => {
    const { caller } = await world()
    for (const body of [{}, { type: { id: 2_000_000_000 } }, { type: null }]) {
      const answer = await caller.post('/v2/matters', { name: 'x', ...body })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ errors: { type: [expect.stringContaining('type')] } })
    }
  })
})

interface Row {
  readonly id: number
  readonly [name: string]: unknown
}

const at =
  (path: string) =>
  (row: Row): unknown =>
    path
      .split('/')
      .reduce<unknown>(
        (value, name) =>
          (value as Record<string, unknown> | null)?.[name.charAt(0).toLowerCase() + name.slice(1)] ?? null,
        row,
      )

const kindOf = (path: string): OdataProperties<Row>[string]['kind'] => {
  if (/(User|Owner|TeamAssigned)$/.test(path)) return 'thing'
  if (/(Owner|User)\/Id$/.test(path)) return 'uuid'
  if (/(^|\/)(Id|OrganizationId)$/.test(path)) return 'number'
  if (path === 'Restricted') return 'boolean'
  if (path === 'Status') return 'choice'
  return path === 'Created/DateUtc' ? 'moment' : 'text'
}

const values: Readonly<Record<string, readonly string[]>> = {
  uuid: ['5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'],
  number: ['1', '3', '7.5', '12345678901234567890'],
  boolean: ['true', 'false'],
  choice: ['Active', 'complete', 'TasksLate'],
  moment: ['2026-02-28', '2026-03-01T00:00:00Z', '2026-03-01T02:00:00+02:00'],
  text: ['Prior', 'PRIOR v. arbour', "it's", '100%', 'ana', 'Dispute', 'x'],
  thing: [],
}

test('filters find what a plain evaluation of the rows finds, orders sort them, for every property', async () => {
  const { app } = parts
  const { caller, owner, categoryId, organisationId } = await world()
  const teamId = await createTeam(app, { organisationId, members: [owner] })
  const names = ['Prior v. Arbour', "it's 100%", 'x_y\\z', 'prior V. ARBOUR', 'Ünï']
  for (let i = 0; i < 24; i++) {
    await insertMatter(app, {
      owner,
      ...(i % 2 === 0 ? { categoryId } : {}),
      values: {
        name: names[i % names.length] ?? '',
        status: ['Draft', 'Active', 'Complete'][i % 3] ?? 'Draft',
        restricted: i % 4 === 0,
        external_id: i % 3 === 0 ? null : `x-${i}`,
        team_id: i % 2 === 0 ? teamId : null,
        manager_id: i % 5 === 0 ? null : owner.id,
        created_at: new Date(Date.UTC(2026, 1, 26 + (i % 5))),
      },
    })
  }
  const ask = async (query: Record<string, string>) => {
    const answer = await caller.get(
      `/v2/matters?${new URLSearchParams({ $top: '200', ...query }).toString()}`,
    )
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ items: Row[]; nextLink?: string }>()
  }
  const rows = (await ask({})).items
  expect(rows).toHaveLength(24)
  const properties = Object.fromEntries(
    Object.keys(matterProperties).map((path) => {
      const kind = kindOf(path)
      return [path, { kind, of: at(path), values: values[kind] ?? [] }]
    }),
  )
  const ids = (some: readonly Row[]) => some.map(({ id }) => id).sort((a, b) => a - b)
  await fc.assert(
    fc.asyncProperty(odataCases<Row>(properties), async ({ text, holds }) => {
      fc.pre(text.length <= 4_096)
      expect(ids((await ask({ $filter: text, $select: 'id' })).items)).toEqual(ids(rows.filter(holds)))
    }),
    { numRuns: 300 },
  )
  for (const [path, { sorted }] of Object.entries(matterProperties)) {
    if (!sorted) continue
    const whole = (await ask({ $orderby: `${path} desc` })).items.map(({ id }) => id)
    const first = await ask({ $orderby: `${path} desc`, $top: '15' })
    const second = await caller.get((first.nextLink ?? '').replace(/^https?:\/\/[^/]+/, ''))
    expect([...first.items, ...second.json<{ items: Row[] }>().items].map(({ id }) => id)).toEqual(whole)
  }
}, 120_000)

test('matter types are listed with their parent', async () => {
  const { app } = parts
  const { caller, organisationId, categoryId } = await world()
  const child = await insertCategory(app, organisationId, { name: 'Appeal', parent_id: categoryId })
  const gone = await insertCategory(app, organisationId, { name: 'Gone', deleted_at: parts.clock.now() })
  const page = (await caller.get('/v2/matterTypes?$orderby=Name&$count=true')).json<{
    items: { id: number }[]
  }>()
  expect(page).toMatchObject({
    count: 2,
    items: [
      { id: child, name: 'Appeal', parent: { id: categoryId, name: 'Dispute' } },
      { id: categoryId, name: 'Dispute', parent: null },
    ],
  })
  expect(page.items.map(({ id }) => id)).not.toContain(gone)
})
