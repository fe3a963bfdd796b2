// v2 of the status messages of contracts, through the server.
import { expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('a status message of a contract is posted, announced, listed and found [C-123]', async () => {
  const { app } = parts
  const { organisationId, caller, insert } = await contractWorld(parts)
  const contractId = await insert()
  const messages = `/v2/contracts/${contractId}/statusMessages`
  const made = await caller.post(messages, { message: 'Sent to the other side' })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect(made.headers.location).toBe(`${messages}/${id}`)
  expect((await caller.get(`${messages}/${id}`)).json()).toEqual(made.json())
  expect((await caller.get(`${messages}?$filter=contains(Message,'other')`)).json()).toEqual({
    items: [made.json()],
  })
  const empty = await caller.post(messages, { message: '' })
  expect(empty.json()).toMatchObject({
    status: 400,
    errors: { message: [expect.stringContaining('message')] },
  })
  expect((await eventsOf(app, organisationId)).map(([name]) => name)).toEqual([
    'contract.statusmessage.created',
    'contract.updated',
  ])
})
