// v2 of the matter above a matter, through the server.
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { insertMatter, matterWorld, topicsOf } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

interface Overview {
  etag: string
  parent: { id: number; name: string } | null
  related: { id: number }[]
}

async function world() {
  const made = await matterWorld(parts)
  const insert = (name: string, values: object = {}) =>
    insertMatter(parts.app, {
      owner: made.owner,
      values: { name, manager_id: made.owner.id, ...values },
    })
  const overview = async (id: number) =>
    (await made.caller.get(`/v2/matters/${id}/overview`)).json<Overview>()
  return { ...made, insert, overview }
}

test('a matter is put below another one and taken out again, as an update with history [M-152]', async () => {
  const { caller, insert, overview, organisationId } = await world()
  const [above, below] = [await insert('Merger'), await insert('Filing')]
  const path = `/v2/matters/${below}/parent`
  const { etag } = await overview(below)
  const put = await caller.put(path, { id: above }, { headers: { 'if-match': etag } })
  expect(put.statusCode, put.body).toBe(204)
  expect((await overview(below)).parent).toMatchObject({ id: above, name: 'Merger' })
  expect((await overview(above)).related.map(({ id }) => id)).toEqual([below])
  expect((await caller.put(path, { id: above, name: 'as shown' })).statusCode).toBe(204)
  const stale = { headers: { 'if-match': etag } }
  expect((await caller.delete(path, stale)).statusCode).toBe(412)
  expect((await caller.delete(path)).statusCode).toBe(204)
  expect((await caller.delete(path)).statusCode).toBe(204)
  expect((await overview(below)).parent).toBeNull()
  expect(await topicsOf(parts, organisationId, below)).toEqual(['matter.updated', 'matter.updated'])
  const history = await caller.get(`/v2/matters/${below}/history`)
  const merger = { id: above, name: 'Merger' }
  expect(history.json<{ items: { changes: object[] }[] }>().items.map(({ changes }) => changes)).toEqual([
    [{ property: 'parent', label: 'Parent', from: merger, to: null }],
    [{ property: 'parent', label: 'Parent', from: null, to: merger }],
  ])
})

test('no matter comes below itself, nor below one that the caller does not see [M-153]', async () => {
  const { caller, insert, overview, organisationId } = await world()
  const [top, middle, bottom] = [await insert('Top'), await insert('Middle'), await insert('Bottom')]
  expect((await caller.put(`/v2/matters/${middle}/parent`, { id: top })).statusCode).toBe(204)
  expect((await caller.put(`/v2/matters/${bottom}/parent`, { id: middle })).statusCode).toBe(204)
  const colleague = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const hidden = await insertMatter(parts.app, { owner: colleague, values: { restricted: true } })
  const elsewhere = await matterWorld(parts)
  const other = await insertMatter(parts.app, { owner: elsewhere.owner })
  const unseen = 'id must be the id of a matter that you can see.'
  const circle = 'id must not be the matter itself or one below it.'
  for (const [id, message] of [
    [top, circle],
    [bottom, circle],
    [hidden, unseen],
    [other, unseen],
    [2_147_483_647, unseen],
  ] as const) {
    const refused = await caller.put(`/v2/matters/${top}/parent`, { id })
    expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([400, { id: [message] }])
  }
  for (const body of [{}, { id: null }, { id: 'x' }, { id: -1 }, [top], { parent: { id: top } }]) {
    expect((await caller.put(`/v2/matters/${top}/parent`, body)).statusCode).toBe(400)
  }
  expect((await overview(top)).parent).toBeNull()
})
