import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const business = await createUser(app, { organisationId, role: 'Standard' })
  const colleague = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const values = { external_id: 'ERP-77/b é' }
  const id = await insertContract(app, { owner, templateId, members: [business], values })
  return { id, organisationId, owner, business, colleague, caller: await callerFor(parts, owner) }
}

test('an external id leads to the contract, for those who may see it [C-34]', async () => {
  const { id, caller, colleague } = await world()
  const address = `${contracts}/externalid/${encodeURIComponent('ERP-77/b é')}`
  expect((await caller.get(address)).json()).toEqual({ id })
  expect((await (await callerFor(parts, colleague)).get(address)).statusCode).toBe(404)
  expect((await caller.get(`${contracts}/externalid/unknown`)).statusCode).toBe(404)
  const elsewhere = await world()
  expect((await elsewhere.caller.get(address)).json()).toEqual({ id: elsewhere.id })
})

describe('status messages', () => {
  test('the last one stands in the details, with who said it [C-20, C-50, C-53, W-33]', async () => {
    const { id, caller, business, organisationId } = await world()
    const messages = `${contracts}/${id}/statusMessages`
    expect((await caller.post(messages, { statusMessage: 'Sent out' })).statusCode).toBe(204)
    parts.clock.advance({ minutes: 5 })
    const them = await callerFor(parts, business)
    expect((await them.post(messages, { StatusMessage: ' They agree ' })).statusCode).toBe(204)
    const { lastStatusMessage } = (await caller.get(`${contracts}/${id}`)).json<{
      lastStatusMessage: object
    }>()
    expect(lastStatusMessage).toMatchObject({
      message: 'They agree',
      userId: business.id,
      userFullName: 'Robin Marsh',
    })
    const events = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .select(['name', 'resource_kind', 'subject_id'])
      .execute()
    const said = [
      { name: 'contract.statusmessage.created', resource_kind: 'status-message', subject_id: id },
      { name: 'contract.updated', resource_kind: 'contract', subject_id: id },
    ]
    expect(events).toEqual([...said, ...said])
  })

  test('are refused empty, too long, and from those who cannot see the contract [C-53, P-44]', async () => {
    const { id, caller, colleague } = await world()
    const messages = `${contracts}/${id}/statusMessages`
    for (const statusMessage of ['', '   ', 'x'.repeat(10_001)]) {
      expect((await caller.post(messages, { statusMessage })).statusCode).toBe(400)
    }
    expect((await caller.post(messages, {})).statusCode).toBe(400)
    expect(
      (await (await callerFor(parts, colleague)).post(messages, { statusMessage: 'Hm' })).statusCode,
    ).toBe(404)
    expect((await caller.get(`${contracts}/${id}`)).json()).toMatchObject({ lastStatusMessage: null })
  })
})

test('other parties are kept once each, given as a JSON string or as an object [C-75, C-76]', async () => {
  const { caller, business } = await world()
  const entities = `${contracts}/entities`
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
