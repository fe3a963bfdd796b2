// v2 of the record above a record, and of the matter of a contract.
import { describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { kindsOf, type TestKind, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const kinds = kindsOf(parts)

interface Overview {
  readonly etag: string
  readonly parent: { readonly id: number; readonly name: string } | null
  readonly related: readonly { readonly type: string; readonly id: number }[]
}

async function world(of: TestKind) {
  const here = await worldOf(parts, of)
  const { caller, owner, insert } = here
  const path = (id: number) => `/v2/${of.kind}/${id}`
  return {
    ...here,
    path,
    named: (name: string) => insert({ name, ...(of.one === 'matter' && { manager_id: owner.id }) }),
    overview: async (id: number) => (await caller.get(`${path(id)}/overview`)).json<Overview>(),
  }
}

describe.each(kinds)('a $one', (of) => {
  const { kind, one } = of

  test('is put below another one and taken out again, as an update with history [C-206, M-152]', async () => {
    const { caller, named, overview, topics, path } = await world(of)
    const [above, below] = [await named('Merger'), await named('Filing')]
    const parent = `${path(below)}/parent`
    const { etag } = await overview(below)
    const ifRead = { headers: { 'if-match': etag } }
    const put = await caller.put(parent, { id: above }, ifRead)
    expect(put.statusCode, put.body).toBe(204)
    expect((await overview(below)).parent).toMatchObject({ id: above, name: 'Merger' })
    expect((await overview(above)).related.map(({ id }) => id)).toEqual([below])
    expect((await caller.put(parent, { id: above, name: 'as shown' })).statusCode).toBe(204)
    expect((await caller.delete(parent, ifRead)).statusCode).toBe(412)
    for (let i = 0; i < 2; i++) expect((await caller.delete(parent)).statusCode).toBe(204)
    expect((await overview(below)).parent).toBeNull()
    expect(await topics(below)).toEqual([`${one}.updated`, `${one}.updated`])
    const history = await caller.get(`/v2/${kind}/${below}/history`)
    const merger = { id: above, name: 'Merger' }
    const change = { property: 'parent', label: 'Parent' }
    expect(history.json<{ items: { changes: object[] }[] }>().items.map(({ changes }) => changes)).toEqual([
      [{ ...change, from: merger, to: null }],
      [{ ...change, from: null, to: merger }],
    ])
  })

  test('comes neither below itself nor below one that the caller does not see [C-207, M-153]', async () => {
    const { caller, named, insert, overview, path, organisationId } = await world(of)
    const [top, middle, bottom] = [await named('Top'), await named('Middle'), await named('Bottom')]
    for (const [id, above] of [
      [middle, top],
      [bottom, middle],
    ] as const)
      expect((await caller.put(`${path(id)}/parent`, { id: above })).statusCode).toBe(204)
    const colleague = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
    const hidden = await insert({ restricted: true }, [], colleague)
    const other = await (await worldOf(parts, of)).insert()
    const unseen = `id must be the id of a ${one} that you can see.`
    const circle = `id must not be the ${one} itself or one below it.`
    for (const [id, message] of [
      [top, circle],
      [bottom, circle],
      [hidden, unseen],
      [other, unseen],
      [2_147_483_647, unseen],
    ] as const) {
      const refused = await caller.put(`${path(top)}/parent`, { id })
      const { errors } = refused.json<{ errors: object }>()
      expect([refused.statusCode, errors]).toEqual([400, { id: [message] }])
    }
    for (const body of [{}, { id: null }, { id: 'x' }, { id: -1 }, [top], { parent: { id: top } }])
      expect((await caller.put(`${path(top)}/parent`, body)).statusCode).toBe(400)
    expect((await overview(top)).parent).toBeNull()
  })
})

test('a contract is put onto a matter that the caller sees and taken out again [C-206, C-207]', async () => {
  const { caller, owner, organisationId, named, overview, path } = await world(kinds[1])
  const id = await named('Lease')
  const matter = `${path(id)}/matter`
  const { etag } = await overview(id)
  const matterId = await insertMatter(parts.app, { owner })
  expect((await caller.patch(path(id), { name: 'Changed' })).statusCode).toBe(204)
  const stale = { headers: { 'if-match': etag } }
  expect((await caller.put(matter, { id: matterId }, stale)).statusCode).toBe(412)
  expect((await caller.put(matter, { id: matterId })).statusCode).toBe(204)
  expect((await overview(id)).related).toMatchObject([{ type: 'Matter', id: matterId }])
  expect((await caller.get(`${kinds[1].v1}/${id}`)).json()).toMatchObject({ matterId })
  const colleague = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const hidden = await insertMatter(parts.app, { owner: colleague, values: { restricted: true } })
  const refused = await caller.put(matter, { id: hidden })
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([400, ['id']])
  expect((await caller.delete(matter)).statusCode).toBe(204)
  expect((await caller.get(`${kinds[1].v1}/${id}`)).json()).toMatchObject({ matterId: null })
})
