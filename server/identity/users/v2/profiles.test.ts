// v2 of profiles and pictures: who may update whose.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const tested = useTestApp()
let organisationId: number
let administrator: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(tested.app)).id
  administrator = await createUser(tested.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(tested, administrator)
})

const person = () => createUser(tested.app, { organisationId })

describe('a profile', () => {
  test('is updated by the person and by administrators, the hourly rate by administrators only [O-32]', async () => {
    const me = await person()
    const own = await callerFor(tested, me)
    const url = `/v2/users/${me.id}/profile`
    const department = (await caller.post('/v2/departments', { name: 'Legal' })).json<{ id: number }>()
    const mine = {
      firstName: 'Rob',
      jobTitle: 'Counsel',
      department,
      mobilePhone: '+64 21 555 0100',
      linkedInUrl: 'https://people.example/rob',
      specialityIds: [3, 3, 8],
    }
    expect((await own.patch(url, mine)).statusCode).toBe(204)
    expect((await own.patch(url, { hourlyRate: 900 })).statusCode).toBe(403)
    expect((await caller.patch(url, { hourlyRate: 250.5, mobilePhone: null })).statusCode).toBe(204)
    const shown = await own.get(url)
    expect(shown.json()).toEqual({
      firstName: 'Rob',
      lastName: 'Marsh',
      jobTitle: 'Counsel',
      department: { ...department, name: 'Legal' },
      directPhone: null,
      mobilePhone: null,
      biography: null,
      linkedInUrl: 'https://people.example/rob',
      hourlyRate: 250.5,
      specialityIds: [3, 8],
      picture: null,
    })
    expect((await own.patch(url, shown.json<object>())).statusCode, 'what was read').toBe(204)
    expect((await (await callerFor(tested, await person())).patch(url, { jobTitle: 'x' })).statusCode).toBe(
      403,
    )
  })

  test.each([
    ['firstName', { firstName: null }],
    ['lastName', { lastName: 'Souza\u202e' }],
    ['linkedInUrl', { linkedInUrl: 'javascript:alert(1)' }],
    ['department', { department: { id: 2_000_000_000 } }],
    ['hourlyRate', { hourlyRate: -1 }],
    ['specialityIds', { specialityIds: ['x'] }],
    ['email', { email: 'other@people.example' }],
  ])('with a wrong %s is rejected', async (name, body) => {
    const url = `/v2/users/${administrator.id}/profile`
    const before = (await caller.get(url)).json<unknown>()
    const answer = await caller.patch(url, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    expect((await caller.get(url)).json()).toEqual(before)
  })
})

test('a picture is set by the person or an administrator, and served to those who may find them [O-32]', async () => {
  const me = await person()
  const own = await callerFor(tested, me)
  const url = `/v2/users/${me.id}/picture`
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('me')])
  const put = (by: Caller) => by.put(url, png, { headers: { 'content-type': 'image/png' } })
  expect((await own.get(url)).statusCode).toBe(404)
  expect((await put(await callerFor(tested, await person()))).statusCode).toBe(403)
  expect((await put(own)).statusCode).toBe(204)
  const shown = await caller.get(url)
  expect(shown.rawPayload).toEqual(png)
  expect(shown.headers['content-type']).toBe('image/png')
  expect((await caller.delete(url)).statusCode).toBe(204)
  expect((await own.get(url)).statusCode).toBe(404)
})
