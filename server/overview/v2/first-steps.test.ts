// v2 of the first steps of an organisation: what is done is read off what there is.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let admin: TestUser
let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

const steps = async () =>
  (await caller.get('/v2/firstSteps')).json<{
    items: { step: string; done: boolean; skipped: boolean }[]
  }>().items
const done = async () => (await steps()).filter((each) => each.done).map(({ step }) => step)

test('a step is done when what it is about is there, and open again when it is gone [T-9]', async () => {
  expect((await steps()).map(({ step }) => step)).toEqual([
    'Organization',
    'People',
    'Types',
    'Intake',
    'LawFirm',
    'Mail',
    'Backup',
  ])
  expect(await done()).toEqual([])
  await createUser(parts.app, { organisationId: admin.organisationId })
  const type = (await caller.post('/v2/matterTypes', { name: 'Advice' })).headers.location ?? ''
  const matterType = { id: Number(type.split('/').at(-1)) }
  await caller.post('/v2/requestTypes', { title: 'Ask', matterType })
  const administrator = { firstName: 'Rosa', lastName: 'Meyer', email: `rosa-${admin.id}@ashfield.example` }
  await caller.post('/v2/organizations', { name: 'Ashfield LLP', administrator })
  expect(await done()).toEqual(['People', 'Types', 'Intake', 'LawFirm'])
  await caller.patch('/v2/financialSettings', { yearEndMonth: 6, yearEndDay: 30 })
  expect(await done()).not.toContain('Organization')
  await caller.put(`/v2/organizations/${admin.organisationId}/logo`, png, {
    headers: { 'content-type': 'image/png' },
  })
  expect(await done()).toContain('Organization')
  await caller.delete(type)
  expect(await done()).not.toContain('Types')
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('a step is skipped and taken up again, and is done all the same [T-9]', async () => {
  expect((await caller.put('/v2/firstSteps/lawfirm', { skipped: true })).statusCode).toBe(204)
  expect((await caller.put('/v2/firstSteps/LawFirm', { skipped: true })).statusCode).toBe(204)
  expect((await steps()).filter(({ skipped }) => skipped)).toEqual([
    { step: 'LawFirm', done: false, skipped: true, attention: [] },
  ])
  expect((await caller.put('/v2/firstSteps/LawFirm', { skipped: false })).statusCode).toBe(204)
  expect((await steps()).some(({ skipped }) => skipped)).toBe(false)
  expect((await caller.put('/v2/firstSteps/Nothing', { skipped: true })).statusCode).toBe(404)
  expect((await caller.put('/v2/firstSteps/Mail', {})).statusCode).toBe(400)
})

test('a test mail goes to who asks for it, once a minute [T-10]', async () => {
  const sent = await caller.post('/v2/me/testMail')
  expect([sent.statusCode, sent.json()]).toEqual([200, { to: admin.email }])
  expect(await done()).toEqual(['Mail'])
  expect((await caller.post('/v2/me/testMail')).statusCode).toBe(409)
  const mails = () =>
    parts.app.db
      .selectFrom('outbox_mails')
      .where('organisation_id', '=', admin.organisationId)
      .select(['recipient', 'subject'])
      .execute()
  expect(await mails()).toEqual([{ recipient: admin.email, subject: 'Mail from Chancery arrives' }])
  const colleague = await createUser(parts.app, { organisationId: admin.organisationId })
  const other = await callerFor(parts, colleague)
  expect((await other.post('/v2/me/testMail')).statusCode).toBe(403)
  expect(await mails()).toHaveLength(1)
})
