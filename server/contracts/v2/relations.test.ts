// v2 of what a contract belongs to, through the server.
import { expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createUser } from '../../../test/factories.ts'
import { insertMatter, matterWorld } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

async function world() {
  const made = await matterWorld(parts)
  const { owner, organisationId } = made
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const insert = (values: object = {}) => insertContract(parts.app, { owner, templateId, values })
  const shown = async (id: number) => {
    const { parentContractId, matterId } = (await made.caller.get(`/contract-apis/v1/contracts/${id}`)).json()
    return { parentContractId, matterId } as object
  }
  return { ...made, templateId, insert, shown }
}

test('a contract is put below another one and onto a matter, and taken out again [C-206]', async () => {
  const { caller, owner, insert, shown } = await world()
  const [above, below] = [await insert(), await insert()]
  const matterId = await insertMatter(parts.app, { owner })
  const path = `/v2/contracts/${below}`
  const { etag } = (await caller.get(path)).headers
  const ifRead = { headers: { 'if-match': String(etag) } }
  expect((await caller.put(`${path}/parent`, { id: above }, ifRead)).statusCode).toBe(204)
  expect((await caller.put(`${path}/matter`, { id: matterId }, ifRead)).statusCode).toBe(412)
  expect((await caller.put(`${path}/matter`, { id: matterId })).statusCode).toBe(204)
  expect(await shown(below)).toEqual({ parentContractId: above, matterId })
  expect((await caller.get(`${path}/overview`)).json()).toMatchObject({
    parent: { type: 'Contract', id: above },
    related: [{ type: 'Matter', id: matterId }],
  })
  expect((await caller.delete(`${path}/parent`)).statusCode).toBe(204)
  expect((await caller.delete(`${path}/matter`)).statusCode).toBe(204)
  expect(await shown(below)).toEqual({ parentContractId: null, matterId: null })
})

test('no contract comes below itself, nor anywhere that the caller does not see [C-207]', async () => {
  const { caller, organisationId, templateId, insert, shown } = await world()
  const [above, below] = [await insert(), await insert()]
  expect((await caller.put(`/v2/contracts/${below}/parent`, { id: above })).statusCode).toBe(204)
  const colleague = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const hidden = await insertContract(parts.app, {
    owner: colleague,
    templateId,
    values: { restricted: true },
  })
  const hiddenMatter = await insertMatter(parts.app, { owner: colleague, values: { restricted: true } })
  const path = `/v2/contracts/${above}`
  for (const [kind, id] of [
    ['parent', above],
    ['parent', below],
    ['parent', hidden],
    ['matter', hiddenMatter],
  ] as const) {
    const refused = await caller.put(`${path}/${kind}`, { id })
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['id'],
    ])
  }
  expect(await shown(above)).toEqual({ parentContractId: null, matterId: null })
})
