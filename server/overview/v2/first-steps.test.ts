// v2 of the first steps of an organisation: what is done is read off what there is.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { Actor } from '../../platform/actor.ts'
import { addJob } from '../../platform/add-job.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { readMailSetup } from '../mail-and-backups.ts'

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
    items: { step: string; done: boolean; skipped: boolean; missing: string[] }[]
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
  const missing = async () => (await steps()).find(({ step }) => step === 'Organization')?.missing
  expect(await missing()).toEqual(['a logo'])
  await caller.put(`/v2/organizations/${admin.organisationId}/logo`, png, {
    headers: { 'content-type': 'image/png' },
  })
  expect(await done()).toContain('Organization')
  expect(await missing()).toEqual([])
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
    { step: 'LawFirm', done: false, skipped: true, missing: [], attention: [] },
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

interface MailSetup {
  lastTest: { to: string; state: string } | null
}
const mailSetup = async () => {
  const answer = await caller.get('/v2/firstSteps/mail')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<MailSetup>()
}

test('who mail is from and what became of the last test is shown, and nothing secret [T-32]', async () => {
  expect(await mailSetup()).toEqual({
    way: 'Outbox',
    sender: { name: 'Chancery', address: 'chancery@localhost' },
    replyTo: null,
    receivesAt: null,
    lastTest: null,
    problems: [],
  })
  await caller.patch('/v2/mailSettings', { senderName: 'Harbour Legal', replyTo: 'legal@harbour.example' })
  await caller.post('/v2/me/testMail')
  expect(await mailSetup()).toMatchObject({
    sender: { name: 'Harbour Legal', address: 'chancery@localhost' },
    replyTo: 'legal@harbour.example',
    lastTest: { to: admin.email, state: 'Kept' },
  })

  const mails = () =>
    parts.app.database.kysely.updateTable('outbox_mails').where('organisation_id', '=', admin.organisationId)
  await mails().set({ sent_at: parts.app.clock.now() }).execute()
  expect((await mailSetup()).lastTest?.state).toBe('Sent')
  await parts.app.database.kysely
    .deleteFrom('outbox_mails')
    .where('organisation_id', '=', admin.organisationId)
    .execute()
  expect((await mailSetup()).lastTest?.state).toBe('Gone')
})

test('a test that the mail server does not take is shown as failed, until it is sent [T-32]', async () => {
  const { app } = parts
  // nobody listens there
  const smtpUrl = 'smtp://operator:secret@127.0.0.1:9'
  const installation = { ...app, config: { ...app.config, smtpUrl } }
  const actor = { organisationId: admin.organisationId } as Actor
  const setup = () => readMailSetup(installation, actor)
  await caller.post('/v2/me/testMail')
  expect(await setup()).toMatchObject({ way: 'Delivers', lastTest: { state: 'Waiting' }, problems: [] })
  // what the mail leaves where there is a mail server
  const { organisationId } = admin
  const mail = await app.database.kysely
    .selectFrom('outbox_mails')
    .where('organisation_id', '=', organisationId)
    .select('id')
    .executeTakeFirstOrThrow()
  await internalTransaction(app, (tx) => addJob(tx, 'send-sealed-mail', { organisationId, ...mail }))
  expect((await setup()).lastTest?.state).toBe('Waiting')
  await sql`update graphile_worker._private_jobs j set attempts = 1, run_at = now() + interval '1 day'
    where j.payload ->> 'organisationId' = ${String(organisationId)}`.execute(app.database.kysely)
  const failed = await setup()
  expect(failed).toMatchObject({ lastTest: { state: 'Failed' }, problems: ['A mail could not be sent.'] })
  expect(JSON.stringify(failed)).not.toMatch(/secret|127\.0\.0\.1/)
})

test('how old the backups are is shown, with what is wrong and what the operator does about it [T-33]', async () => {
  const backup = async () => {
    const answer = await caller.get('/v2/firstSteps/backup')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ problems: { problem: string; remedy: string }[] }>()
  }
  const none = { lastMade: null, lastFailed: null, lastVerified: null, problems: [] }
  expect(await backup()).toEqual(none)
  const set = (values: { succeeded_at?: Date | null; failed_at?: Date | null; error?: string | null }) =>
    parts.app.database.kysely.updateTable('backup_results').set(values).execute()
  const made = parts.app.clock.now()
  await set({ succeeded_at: made, failed_at: made, error: 'bucket s3://secret is full' })
  const failing = await backup()
  expect(failing).toMatchObject({
    lastMade: { dateUtc: made.toISOString() },
    problems: [
      { problem: 'The last backup failed.', remedy: expect.stringContaining('backup create') as string },
    ],
  })
  expect(JSON.stringify(failing)).not.toContain('secret')
  expect(await done()).toContain('Backup')
  await set({ succeeded_at: null, failed_at: null, error: null })
  expect(await backup()).toEqual(none)
})
