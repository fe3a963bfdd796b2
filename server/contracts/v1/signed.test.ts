// Signed files on contracts, through the server.
import { expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { createUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world(status: string) {
  const { app } = parts
  const { organisationId, owner, insert } = await contractWorld(parts)
  const business = await createUser(app, { organisationId, role: 'Standard' })
  const contractId = await insert({ status }, [business])
  const target = `/file-apis/v1/files/Contract/${contractId}`
  const [caller, ofBusiness] = [await callerFor(parts, owner), await callerFor(parts, business)]
  const upload = async (who = caller) => {
    const sent = await who.post(`${target}?fileName=signed.pdf`, Buffer.from('%PDF-1.4'), {
      headers: { 'content-type': 'application/pdf' },
    })
    expect(sent.statusCode, sent.body).toBe(200)
    return `${target}/uploads/${sent.body}`
  }
  const contract = async () => (await caller.get(`/contract-apis/v1/contracts/${contractId}`)).json<object>()
  return { organisationId, contractId, caller, ofBusiness, upload, contract }
}

const signed = { outcome: 'Succeeded', isSigned: true }

test('a signed upload executes a contract in Signing on that day, with its event, once [C-150]', async () => {
  const { organisationId, contractId, caller, upload, contract } = await world('Signing')
  const ended = await upload()
  const first = await caller.put(ended, signed)
  expect(first.statusCode, first.body).toBe(200)
  const today = parts.app.clock.now().toISOString().slice(0, 10)
  expect(await contract()).toMatchObject({
    status: 'Executed',
    executedDateUtc: expect.stringMatching(`^${today}`),
  })
  expect((await caller.put(ended, signed)).statusCode).toBe(200)
  const events = (await eventsOf(parts.app, organisationId)).filter(([, id]) => id === contractId)
  expect(events.filter(([name]) => name === 'contract.status.updated')).toHaveLength(1)
})

test('in another stage, unsigned or failed, the contract stays where it is [C-151]', async () => {
  const draft = await world('Draft')
  expect((await draft.caller.put(await draft.upload(), signed)).statusCode).toBe(200)
  expect(await draft.contract()).toMatchObject({ status: 'Draft' })
  const { caller, upload, contract } = await world('Signing')
  expect((await caller.put(await upload(), { outcome: 'Succeeded' })).statusCode).toBe(200)
  expect((await caller.put(await upload(), { outcome: 'Failed', isSigned: true })).statusCode).toBe(200)
  expect(await contract()).toMatchObject({ status: 'Signing' })
})

test('who may not change the contract may not execute it so, and nothing of the call is kept [C-151]', async () => {
  const { ofBusiness, upload, contract } = await world('Signing')
  const ended = await upload(ofBusiness)
  expect((await ofBusiness.put(ended, signed)).statusCode).toBe(403)
  expect(await contract()).toMatchObject({ status: 'Signing' })
  expect((await ofBusiness.put(ended, { outcome: 'Succeeded' })).statusCode).toBe(200)
})
