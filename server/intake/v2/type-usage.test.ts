// v2 of all types: what is there and how much it is used, turning types off and on, and deleting those nothing has.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

interface Used {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly used: number
}
type Usage = Readonly<Record<'matterTypes' | 'contractTypes' | 'requestTypes', readonly Used[]>>

let admin: TestUser
let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

const usage = async () => (await caller.get('/v2/typeUsage')).json<Usage>()
async function make(path: string, body: object): Promise<string> {
  const answer = await caller.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.headers.location ?? ''
}
const act = async (path: string, name: 'restore' | 'purge') =>
  (await caller.post(`${path}/${name}`, undefined)).statusCode

test('types are listed with how much they are used, those out of use as well [T-3]', async () => {
  const advice = await make('/v2/matterTypes', { name: 'Advice', description: ' Questions of all kinds. ' })
  const lease = await make('/v2/contractTypes', {
    name: 'Lease',
    category: 'Commercial',
    parent: { name: 'Property' },
  })
  const typeId = Number(advice.split('/').at(-1))
  await make('/v2/requestTypes', { title: 'Ask', matterType: { id: typeId } })
  await make('/v2/matters', { type: { id: typeId }, name: 'One' })
  await caller.delete(lease)
  const found = await usage()
  expect(found.matterTypes).toEqual([
    {
      id: typeId,
      name: 'Advice',
      description: 'Questions of all kinds.',
      active: true,
      used: 1,
      parent: null,
      position: 0,
    },
  ])
  expect(found.contractTypes).toMatchObject([
    { name: 'Lease', active: false, used: 0, parent: { name: 'Property' }, hasWizard: false },
  ])
  expect(found.requestTypes).toMatchObject([{ name: 'Ask', used: 0, matterType: { name: 'Advice' } }])
})

test('a type that was turned off is turned on as it was [T-4]', async () => {
  const above = await make('/v2/matterTypes', { name: 'Disputes' })
  const id = Number(above.split('/').at(-1))
  const below = await make('/v2/matterTypes', { name: 'Court', description: 'In court', parent: { id } })
  await caller.put(`${below}/forms/details`, { parts: [{ group: { title: 'Court' }, parts: [] }] })
  await caller.delete(above)
  expect((await usage()).matterTypes.map(({ active }) => active)).toEqual([false, false])
  // not before the one above it
  expect(await act(below, 'restore')).toBe(409)
  expect([await act(above, 'restore'), await act(below, 'restore'), await act(below, 'restore')]).toEqual([
    204, 204, 204,
  ])
  expect((await caller.get(below)).json()).toMatchObject({ name: 'Court', description: 'In court' })
  expect((await caller.get(`${below}/forms/details`)).json()).toMatchObject({
    parts: [{ group: { title: 'Court' } }],
  })

  const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
  const first = await make('/v2/contractTypes', lease)
  await caller.delete(first)
  const second = await make('/v2/contractTypes', lease)
  // its name is taken by now
  expect(await act(first, 'restore')).toBe(409)
  await caller.delete(second)
  expect(await act(first, 'restore')).toBe(204)

  const request = await make('/v2/requestTypes', { title: 'Ask', matterType: { id } })
  const requestType = `/v2/requestTypes/${Number(request.split('/').at(-1))}`
  await caller.delete(requestType)
  await make('/v2/requestTypes', { title: 'ask', matterType: { id } })
  expect(await act(requestType, 'restore')).toBe(409)
  await caller.delete(`/v2/requestTypes/${(await usage()).requestTypes.find(({ active }) => active)?.id}`)
  expect(await act(requestType, 'restore')).toBe(204)
  expect((await usage()).requestTypes.filter(({ active }) => active)).toMatchObject([{ name: 'Ask' }])
})

test('a type is deleted for good only while nothing has it [T-5]', async () => {
  const advice = await make('/v2/matterTypes', { name: 'Advice' })
  const id = Number(advice.split('/').at(-1))
  const request = await make('/v2/requestTypes', { title: 'Ask', matterType: { id } })
  expect(await act(advice, 'purge')).toBe(409)
  expect(await act(request, 'purge')).toBe(204)
  const below = await make('/v2/matterTypes', { name: 'Tax', parent: { id } })
  expect([await act(advice, 'purge'), await act(below, 'purge')]).toEqual([409, 204])
  const matter = await make('/v2/matters', { type: { id }, name: 'One' })
  expect(await act(advice, 'purge')).toBe(409)
  expect((await usage()).matterTypes).toMatchObject([{ name: 'Advice', used: 1 }])
  await caller.delete(matter)
  // a matter in the bin has it still
  expect(await act(advice, 'purge')).toBe(409)

  const other = await make('/v2/matterTypes', { name: 'Other' })
  await caller.put(`${other}/forms/details`, { parts: [{ group: { title: 'Court' }, parts: [] }] })
  expect(await act(other, 'purge')).toBe(204)
  expect((await usage()).matterTypes.map(({ name }) => name)).toEqual(['Advice'])
  const lease = await make('/v2/contractTypes', {
    name: 'Lease',
    category: 'Commercial',
    parent: { name: 'Property' },
  })
  await caller.put(`${lease}/approvalRules`, { rules: [{ name: 'Finance', approvers: [{ id: admin.id }] }] })
  await caller.put(`${lease}/forms/details`, { parts: [{ group: { title: 'Money' }, parts: [] }] })
  expect([await act(lease, 'purge'), await act(lease, 'purge')]).toEqual([204, 404])
  expect((await usage()).contractTypes).toEqual([])
})
