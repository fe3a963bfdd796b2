// v2 of matter types for administrators: the tree, what a type decides of new matters, and its forms.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const types = '/v2/matterTypes'

let organisationId: number
let admin: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

async function make(name: string, more: object = {}): Promise<{ path: string; id: number }> {
  const answer = await caller.post(types, { name, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return { path: answer.headers.location ?? '', ...answer.json<{ id: number }>() }
}

describe('a matter type', () => {
  test('is made, read and changed, with what it decides of new matters [V-233]', async () => {
    const teamId = await createTeam(parts.app, { organisationId, members: [admin] })
    const above = await make('Disputes')
    const { path, id } = await make(' Employment ', {
      description: 'Hiring and dismissal',
      parent: { id: above.id },
      position: 3,
      teamAssigned: { id: teamId },
      teamAssignmentRequired: true,
      defaults: { manager: { id: admin.id }, restricted: true },
    })
    const read = (await caller.get(path)).json<object>()
    expect(read).toEqual({
      id,
      name: 'Employment',
      description: 'Hiring and dismissal',
      parent: { id: above.id, name: 'Disputes' },
      position: 3,
      teamAssigned: { id: teamId, name: expect.any(String) },
      teamAssignmentRequired: true,
      defaults: { manager: { id: admin.id }, restricted: true, urgent: false },
    })
    expect((await caller.patch(path, read)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toEqual(read)
    const matter = (await caller.post('/v2/matters', { type: { id } })).headers.location ?? ''
    expect((await caller.get(matter)).json()).toMatchObject({
      name: 'Employment',
      restricted: true,
      manager: { user: { id: admin.id } },
      teamAssigned: { id: teamId },
    })
    const changes = { parent: null, teamAssigned: null, teamAssignmentRequired: false, defaults: null }
    expect((await caller.patch(path, changes)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toMatchObject({
      parent: null,
      teamAssigned: null,
      defaults: { manager: null, restricted: false, urgent: false },
    })
  })

  test('comes in the order that an administrator gives, and moves with what is below it [V-232]', async () => {
    const [a, b, c] = [await make('A'), await make('B', { position: -1 }), await make('C')]
    const tree = async () => {
      const answer = await caller.get('/matter-apis/v1/mattercategories')
      type Node = { name: string; children: Node[] }
      const shape = (nodes: Node[]): unknown[] => nodes.map(({ name, children }) => [name, shape(children)])
      return shape(answer.json<Node[]>())
    }
    expect(await tree()).toEqual([
      ['B', []],
      ['A', []],
      ['C', []],
    ])
    await caller.patch(c.path, { parent: { id: a.id } })
    await caller.patch(a.path, { parent: { id: b.id } })
    expect(await tree()).toEqual([['B', [['A', [['C', []]]]]]])
    const circle = await caller.patch(b.path, { parent: { id: c.id } })
    expect(circle.json()).toMatchObject({ errors: { parent: [expect.stringContaining('below it')] } })
    expect((await caller.patch(b.path, { parent: { id: b.id } })).statusCode).toBe(400)
  })

  test('of two moves that would make a circle together, one is refused [V-232]', async () => {
    const [a, b] = [await make('A'), await make('B')]
    const answers = await Promise.all([
      caller.patch(a.path, { parent: { id: b.id } }),
      caller.patch(b.path, { parent: { id: a.id } }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
  })

  test('is taken out of use with those below it; matters keep it [V-234]', async () => {
    const above = await make('Disputes')
    const below = await make('Employment', { parent: { id: above.id } })
    const matter = (await caller.post('/v2/matters', { type: { id: below.id } })).headers.location ?? ''
    expect((await caller.delete(above.path)).statusCode).toBe(204)
    expect((await caller.get(types)).json()).toEqual({ items: [] })
    expect((await caller.get(below.path)).statusCode).toBe(404)
    expect((await caller.get(matter)).json()).toMatchObject({ type: { id: below.id, name: 'Employment' } })
    expect((await caller.post('/v2/matters', { type: { id: below.id } })).statusCode).toBe(400)
    await make('Disputes')
  })

  test.each([
    [{}, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x', parent: { id: 2_000_000_000 } }, 'parent'],
    [{ name: 'x', position: 1.5 }, 'position'],
    [{ name: 'x', teamAssigned: { id: 2_000_000_000 } }, 'teamAssigned'],
    [
      { name: 'x', defaults: { manager: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' } } },
      'defaults.manager',
    ],
    [{ name: 'x', defaults: { colour: 1 } }, 'defaults.colour'],
  ])('%j is refused by name', async (body, name) => {
    const answer = await caller.post(types, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    expect((await caller.get(types)).json()).toEqual({ items: [] })
  })

  test('has a name of its own beside others', async () => {
    const { id } = await make('A')
    expect((await caller.post(types, { name: 'a' })).statusCode).toBe(409)
    const inner = await make('A', { parent: { id } })
    expect((await caller.patch(inner.path, { parent: null })).statusCode).toBe(409)
  })
})

test('its forms are designed, and new matters are asked for what they require [V-235]', async () => {
  const { path, id } = await make('Employment')
  await caller.post('/v2/fields', { name: 'Country', fieldType: 'ShortText' })
  const form = { parts: [{ field: 'country', required: true }] }
  for (const name of ['create', 'details']) {
    expect((await caller.put(`${path}/forms/${name}`, form)).statusCode).toBe(204)
    expect((await caller.get(`${path}/forms/${name}`)).json()).toMatchObject({
      parts: [{ field: { id: 'country' }, required: true }],
    })
  }
  const missing = await caller.post('/v2/matters', { type: { id } })
  expect(missing.json()).toMatchObject({ errors: { 'fields.country': [expect.any(String)] } })
  const made = await caller.post('/v2/matters', { type: { id }, fields: { country: 'Chile' } })
  expect(made.statusCode, made.body).toBe(201)
  expect((await caller.get(`${path}/forms/upload`)).statusCode).toBe(404)
})

test('what nobody can give is not asked for: what a form shows only, and headings [V-254]', async () => {
  const { path, id } = await make('Requests')
  for (const fieldType of ['ShortText', 'SectionHeader']) {
    const field = { id: `ask${fieldType}`, name: fieldType, fieldType, required: true }
    expect((await caller.post('/v2/fields', field)).statusCode).toBe(201)
  }
  const parts = [
    { field: 'askShortText', required: true, readOnly: true },
    { field: 'askSectionHeader', required: true },
  ]
  expect((await caller.put(`${path}/forms/create`, { parts })).statusCode).toBe(204)
  expect((await caller.get(`${path}/forms/create`)).json()).toMatchObject({
    parts: [{ required: false, readOnly: true }, { required: false }],
  })
  const made = await caller.post('/v2/matters', { type: { id } })
  expect(made.statusCode, made.body).toBe(201)
})
