// v2 of what belongs to matters: status messages, scope, terms, delegates.
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import { insertMatter, matterWorld, topicsOf } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world() {
  const here = await matterWorld(parts)
  const { organisationId, owner } = here
  const manager = await createUser(parts.app, { organisationId })
  const matterId = await insertMatter(parts.app, {
    owner,
    members: [manager],
    values: { manager_id: manager.id },
  })
  return { ...here, manager, matterId, path: `/v2/matters/${matterId}` }
}

test('status messages are posted, announced, listed and found by the id of their notification [M-135]', async () => {
  const { caller, path, owner, organisationId, matterId } = await world()
  const made = await caller.post(`${path}/statusMessages`, { message: ' Settled ' })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect(made.json()).toMatchObject({ id, message: 'Settled', created: { user: { id: owner.id } } })
  expect(made.headers.location).toBe(`${path}/statusMessages/${id}`)
  expect((await caller.get(`${path}/statusMessages/${id}`)).json()).toEqual(made.json())
  await caller.post(`${path}/statusMessages`, { message: 'Closed' })
  expect((await caller.get(`${path}/statusMessages?$orderby=Id desc&$count=true`)).json()).toMatchObject({
    count: 2,
    items: [{ message: 'Closed' }, { id }],
  })
  for (const body of [{}, { message: ' ' }, { text: 'x' }]) {
    expect((await caller.post(`${path}/statusMessages`, body)).statusCode).toBe(400)
  }
  expect(await topicsOf(parts, organisationId, matterId)).toEqual([
    'matter.statusmessage.created',
    'matter.updated',
    'matter.statusmessage.created',
    'matter.updated',
  ])
})

test('a scope waits for the other side, which accepts it [M-136]', async () => {
  const { caller, path, manager } = await world()
  const theirs = await callerFor(parts, manager)
  const status = async () => (await caller.get(path)).json<{ status: string }>().status
  expect((await caller.post(`${path}/scope/accept`)).statusCode).toBe(409)
  expect((await theirs.post(`${path}/scope`, { scope: 'Advice' })).statusCode).toBe(201)
  expect(await status()).toBe('AwaitingOwnerAcceptance')
  const answered = await caller.post(`${path}/scope`, { scope: 'Advice and defence' })
  expect(answered.json()).toEqual({ id: expect.any(Number) })
  expect(await status()).toBe('AwaitingManagerAcceptance')
  expect((await caller.post(`${path}/scope/accept`)).statusCode).toBe(403)
  expect((await theirs.post(`${path}/scope/accept`)).statusCode).toBe(204)
  expect(await status()).toBe('Active')
  expect((await caller.post(`${path}/scope`, {})).statusCode).toBe(400)
})

test('terms are set, shown and taken away [M-137]', async () => {
  const { caller, path } = await world()
  const { payload, headers } = form({ file: { name: 'Terms.pdf', content: '%PDF-1.4' } })
  const file = await caller.post(`/matter-apis${path.replace('/v2', '/v1')}/files`, payload, { headers })
  const id = file.json<number>()
  expect((await caller.get(`${path}/terms`)).statusCode).toBe(404)
  expect((await caller.put(`${path}/terms`, { file: { id }, code: 'ASH-1' })).statusCode).toBe(204)
  expect((await caller.get(`${path}/terms`)).json()).toEqual({
    file: { id, name: 'Terms.pdf' },
    code: 'ASH-1',
  })
  const wrong = await caller.put(`${path}/terms`, { file: { id: 2_000_000_000 }, code: 'ASH-2' })
  expect(wrong.json()).toMatchObject({ errors: { file: [expect.stringContaining('file must be')] } })
  expect((await caller.delete(`${path}/terms`)).statusCode).toBe(204)
  expect((await caller.get(`${path}/terms`)).statusCode).toBe(404)
})

test('a member stands in for the owner, and no longer [M-138]', async () => {
  const { path, owner, organisationId, caller } = await world()
  const member = await createUser(parts.app, { organisationId, role: 'Standard' })
  const matterId = await insertMatter(parts.app, { owner, members: [member] })
  const delegates = `/v2/matters/${matterId}/delegates/${member.id}`
  const theirs = await callerFor(parts, member)
  const rename = async () => (await theirs.patch(`/v2/matters/${matterId}`, { externalId: 'X' })).statusCode
  expect(await rename()).toBe(403)
  expect((await caller.put(delegates, { forOwner: true })).statusCode).toBe(204)
  expect(await rename()).toBe(204)
  expect((await caller.put(delegates, { forOwner: false })).statusCode).toBe(204)
  expect(await rename()).toBe(403)
  expect((await caller.put(`${path}/delegates/${member.id}`, { forOwner: true })).statusCode).toBe(404)
  expect((await caller.put(`${path}/delegates/nobody`, { forOwner: true })).statusCode).toBe(404)
})
