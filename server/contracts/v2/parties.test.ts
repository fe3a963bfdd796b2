// v2 of contract parties, through the server.
import { expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { eventsOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('parties are added, renamed, merged, and deleted when no record names them [C-170]', async () => {
  const { app } = parts
  const { organisationId, owner, caller, insert } = await contractWorld(parts, { role: 'Administrator' })
  const contractId = await insert()
  const fieldId = await insertFieldOn(
    app,
    { organisationId, form: 'ContractCore' },
    { title: 'Other party', type: 'ContractEntity' },
  )
  const path = '/v2/contractParties'
  const add = async (name: string) => {
    const made = await caller.post(path, { name })
    expect(made.statusCode, made.body).toBe(201)
    return made.json<{ id: number }>().id
  }
  const [north, twin] = [await add('Northwind'), await add('North Wind Ltd')]
  expect((await caller.post(path, { name: 'NORTHWIND' })).statusCode).toBe(409)
  expect((await caller.patch(`${path}/${north}`, { name: 'north wind ltd' })).statusCode).toBe(409)
  expect((await caller.patch(`${path}/${north}`, { name: 'Northwind Shipping' })).statusCode).toBe(204)
  expect((await caller.get(`${path}?$orderby=Name&$count=true`)).json()).toMatchObject({
    count: 2,
    items: [
      { id: twin, name: 'North Wind Ltd', created: { user: { id: owner.id } } },
      { id: north, name: 'Northwind Shipping' },
    ],
  })
  const fields = `/contract-apis/v1/contracts/${contractId}/fields`
  const set = await caller.patch(fields, { [`field_${fieldId}`]: twin })
  expect(set.statusCode, set.body).toBeLessThan(300)
  const used = await caller.delete(`${path}/${twin}`)
  expect([used.statusCode, used.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('1 record names'),
  ])
  expect((await caller.post(`${path}/${twin}/merge`, { into: { id: twin } })).statusCode).toBe(400)
  expect((await caller.post(`${path}/${twin}/merge`, { into: { id: north } })).statusCode).toBe(204)
  expect((await caller.get(`${path}/${twin}`)).statusCode).toBe(404)
  expect((await caller.get(fields)).body).toContain(`"field_${fieldId}":${north}`)
  expect((await eventsOf(parts, organisationId, contractId, 'contract')).at(-1)).toMatchObject({
    name: 'contract.updated',
    facts: { changes: { [`field_${fieldId}`]: { from: twin, to: north } } },
  })
  const spare = await add('Spare')
  expect((await caller.delete(`${path}/${spare}`)).statusCode).toBe(204)
  expect((await caller.delete(`${path}/${spare}`)).statusCode).toBe(404)
})
