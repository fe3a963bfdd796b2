// v2 of tags, through the server.
import { expect, test } from 'vitest'
import { insertMatter, matterWorld, topicsOf } from '../../../test/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('a tag is put on a matter, told, shown, found again and taken off', async () => {
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

test.each([[{}], [{ description: ' ' }], [{ description: 'x'.repeat(101) }], [{ word: 'x' }]])(
  '%j is no tag',
  async (body) => {
    const { owner, caller } = await matterWorld(parts)
    const path = `/v2/matters/${await insertMatter(parts.app, { owner })}/tags`
    expect((await caller.post(path, body)).statusCode).toBe(400)
    expect((await caller.get(path)).json()).toEqual({ items: [] })
  },
)
