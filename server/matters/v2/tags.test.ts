// v2 of tags, through the server.
import { expect, test } from 'vitest'
import { createUser, type TestUser } from '../../../test/factories.ts'
import { insertMatter, matterWorld, topicsOf } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('a tag is put on a matter, announced, shown, found again and taken off [M-120]', async () => {
  const { owner, caller, organisationId } = await matterWorld(parts)
  const matterId = await insertMatter(parts.app, { owner })
  const other = await insertMatter(parts.app, { owner })
  const path = `/v2/matters/${matterId}/tags`
  const made = await caller.post(path, { description: ' Board ' })
  expect(made.statusCode, made.body).toBe(201)
  const tag = made.json<{ id: number }>()
  expect(tag).toEqual({ id: expect.any(Number), description: 'Board' })
  expect(made.headers.location).toBe(`${path}/${tag.id}`)
  expect((await caller.get(`${path}/${tag.id}`)).json()).toEqual(tag)
  expect((await caller.post(path, { description: 'BOARD' })).json()).toEqual(tag)
  const privacy = (await caller.post(path, { description: 'Privacy' })).json<{ id: number }>()
  await caller.post(`/v2/matters/${other}/tags`, { description: 'Elsewhere' })
  expect((await caller.get(`${path}?$orderby=Description desc`)).json()).toEqual({ items: [privacy, tag] })
  expect((await caller.get('/v2/tags?$count=true&$top=1')).json()).toMatchObject({ count: 3, items: [tag] })
  expect((await caller.get("/v2/tags?$filter=contains(Description,'where')")).json()).toMatchObject({
    items: [{ description: 'Elsewhere' }],
  })
  expect((await caller.delete(`${path}/${tag.id}`)).statusCode).toBe(204)
  expect((await caller.delete(`${path}/${tag.id}`)).statusCode).toBe(404)
  expect((await caller.get(path)).json()).toEqual({ items: [privacy] })
  expect(await topicsOf(parts, organisationId, matterId)).toEqual([
    'matter.tag.created',
    'matter.updated',
    'matter.tag.created',
    'matter.updated',
    'matter.updated',
  ])
})

test('the list of tags shows those of matters that the caller sees, and counts, finds and sorts no others [P-53]', async () => {
  const { owner, caller, organisationId } = await matterWorld(parts)
  const colleague = await createUser(parts.app, { organisationId, role: 'Standard' })
  const administrator = await createUser(parts.app, { organisationId, groups: ['MatterAdministrators'] })
  const shared = await insertMatter(parts.app, { owner, members: [colleague] })
  const open = await insertMatter(parts.app, { owner })
  const restricted = await insertMatter(parts.app, { owner, values: { restricted: true } })
  const tag = (matterId: number, description: string) =>
    caller.post(`/v2/matters/${matterId}/tags`, { description })
  await tag(shared, 'Board')
  await tag(restricted, 'Board')
  await tag(open, 'Leases')
  await tag(restricted, 'Project Falcon')
  const seen = async (user: TestUser, query = '$orderby=Description&$count=true') => {
    const answer = await (await callerFor(parts, user)).get(`/v2/tags?${query}`)
    const { items, count } = answer.json<{ items: { description: string }[]; count?: number }>()
    return { words: items.map(({ description }) => description), count }
  }
  expect(await seen(owner)).toEqual({ words: ['Board', 'Leases', 'Project Falcon'], count: 3 })
  expect(await seen(administrator)).toEqual({ words: ['Board', 'Leases'], count: 2 })
  expect(await seen(colleague)).toEqual({ words: ['Board'], count: 1 })
  expect(await seen(colleague, "$filter=contains(Description,'Falcon')&$count=true")).toEqual({
    words: [],
    count: 0,
  })
})

test.each([[{}], [{ description: ' ' }], [{ description: 'x'.repeat(101) }], [{ word: 'x' }]])(
  '%j is no tag [M-121]',
  async (body) => {
    const { owner, caller } = await matterWorld(parts)
    const path = `/v2/matters/${await insertMatter(parts.app, { owner })}/tags`
    expect((await caller.post(path, body)).statusCode).toBe(400)
    expect((await caller.get(path)).json()).toEqual({ items: [] })
  },
)
