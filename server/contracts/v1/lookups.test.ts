import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('other parties are kept once each, given as a JSON string or as an object [C-75, C-76]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const caller = await callerFor(parts, await createUser(app, { organisationId }))
  const business = await createUser(app, { organisationId, role: 'Standard' })
  const entities = '/contract-apis/v1/contracts/entities'
  const json = { headers: { 'content-type': 'application/json' } }
  const first = await caller.post(entities, '"Zephyr Ltd"', json)
  expect(first.statusCode, first.body).toBe(200)
  const second = (await caller.post(entities, { Name: 'Arbour GmbH' })).json<number>()
  expect((await caller.get(entities)).json()).toEqual([
    { id: second, name: 'Arbour GmbH' },
    { id: first.json<number>(), name: 'Zephyr Ltd' },
  ])
  expect((await caller.post(entities, '"ZEPHYR LTD"', json)).statusCode).toBe(409)
  for (const wrong of ['""', '7', '{}', '["a"]']) {
    expect((await caller.post(entities, wrong, json)).statusCode).toBe(400)
  }
  const them = await callerFor(parts, business)
  expect((await them.post(entities, '"Mine"', json)).statusCode).toBe(403)
  expect((await them.get(entities)).json()).toHaveLength(2)
})
