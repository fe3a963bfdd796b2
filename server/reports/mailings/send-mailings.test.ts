// Sending reports that are due: once, with the rights of who gets them, and what the mails say.
import { Readable } from 'node:stream'
import readXlsxFile from 'read-excel-file/node'
import { beforeEach, expect, test } from 'vitest'
import { createUser, type TestUser } from '../../../test/factories.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { mailReports, subscribe } from '../../../test/fixtures/report-mailings.ts'
import type { Caller } from '../../../test/http.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { buildApp } from '../../operations/process/app.ts'
import { runJob, startWorker, jobs } from '../../operations/process/worker.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { queueDueReports, skipDueReports } from './send-mailings.ts'

const parts = useTestApp()
let world: InvoiceWorld
let boss: TestUser
let admin: Caller

beforeEach(async () => {
  // a Monday
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  await parts.app.database.pool.query('delete from report_mailings')
  world = await createInvoiceWorld(parts)
  boss = await createUser(parts.app, { organisationId: world.organisationId, role: 'Administrator' })
  admin = await callerFor(parts, boss)
})

async function bill(unitPrice: string, values: object = {}): Promise<void> {
  const lines = [{ kind: 'Fee' as const, description: 'Advice', quantity: '1', unitPrice }]
  const { lawyer, matterId } = world
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, {
    currency: 'GBP',
    invoiceDate: '2026-02-03',
    lines,
    ...values,
  })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
}

const due = async () => {
  parts.clock.set(new Date('2026-03-02T10:00:30Z'))
  await mailReports(parts.app)
}
/** As the payer is answered it, who has signed in again since. */
const read = async (path: string) => (await callerFor(parts, world.payer.user)).get(path)
const next = async (path: string) =>
  (await read(path)).json<{ next: { dateUtc: string } | null }>().next?.dateUtc

test('a report is mailed with its sentence, its table and its file [K-48]', async () => {
  await bill('1234.56')
  await subscribe(world.payer.caller, { format: 'Csv' })
  await subscribe(world.payer.caller)
  await due()
  const [csv, xlsx, ...others] = await mailsTo(parts.app, world.payer.user)
  expect(others).toEqual([])
  expect(csv?.subject).toBe('Spend by firm')
  expect(csv?.body).toContain('of invoices by firm')
  expect(csv?.body).toMatch(/ GBP +.* 1,234\.56/)
  expect(csv?.body).toContain('These are figures of the invoices that you may see.')
  expect(csv?.body).toContain('As of 2 Mar 2026, 10:00 (UTC).')
  expect(csv?.body).toContain('/#/reports/report?list=invoices&by=firm')
  expect(csv?.body).toContain('You get this report every Monday at 10:00.')
  expect(csv?.html).toContain('<div><table')
  expect(csv?.html).not.toContain('<p><table')
  const text = Buffer.from(csv?.attachments[0]?.content ?? '', 'base64').toString()
  expect(text).toContain('1234.5600')
  expect(csv?.attachments).toMatchObject([{ filename: 'spend-by-firm-2026-03-02.csv' }])
  const sheet = await readXlsxFile(Readable.from(Buffer.from(xlsx?.attachments[0]?.content ?? '', 'base64')))
  expect(JSON.stringify(sheet)).toContain('1234.56')
  expect(sheet[0]?.sheet).toBe('Spend by firm')
  expect(sheet[0]?.data[0]?.[0]).toBe('Spend by firm')
})

test('a file has no formulas, and the table no HTML of others [K-48]', async () => {
  await parts.app.database.pool.query('update organisations set name = $1 where id = $2', [
    '=HYPERLINK("https://evil.example")<img src=x>',
    world.firmId,
  ])
  await bill('10')
  await subscribe(world.payer.caller, { format: 'Csv' })
  await due()
  const [mail] = await mailsTo(parts.app, world.payer.user)
  const text = Buffer.from(mail?.attachments[0]?.content ?? '', 'base64').toString()
  expect(text).toContain(`"'=HYPERLINK(`)
  expect(mail?.html).toContain('&lt;img')
  expect(mail?.html).not.toContain('<img')
})

test('more than fifty rows are in the file and on the page, and the mail says so [K-48]', async () => {
  for (let day = 0; day < 52; day++) {
    const invoiceDate = new Date(Date.UTC(2020, day, 3)).toISOString().slice(0, 10)
    await bill('10', { invoiceDate })
  }
  const saved = await world.payer.caller.post('/v2/reports', {
    name: 'By month',
    list: 'invoices',
    by: ['invoiceDate/Month'],
    measures: ['billed'],
  })
  await subscribe(world.payer.caller, {
    ready: null,
    report: { id: saved.json<{ id: number }>().id },
    format: 'Csv',
  })
  await due()
  const [mail] = await mailsTo(parts.app, world.payer.user)
  expect(mail?.body).toContain('2 more rows in the report')
  expect(mail?.body).toMatch(/Total +GBP +520\.00/)
  const text = Buffer.from(mail?.attachments[0]?.content ?? '', 'base64').toString()
  expect(text.trim().split('\r\n')).toHaveLength(53)
})

test('each recipient gets figures of what they may see when it is sent [K-46]', async () => {
  const { organisationId, payer, member } = world
  await bill('1234.56')
  const reader = await createUser(parts.app, { organisationId, role: 'Standard' })
  await subscribe(payer.caller)
  await subscribe(admin, { recipient: { id: reader.id } })
  await subscribe(admin, { recipient: { id: member.user.id } })
  await due()
  const bodyOf = async (user: TestUser) =>
    (await mailsTo(parts.app, user)).filter(({ subject }) => subject === 'Spend by firm').at(-1)?.body
  expect(await bodyOf(payer.user)).toContain('1,234.56')
  expect(await bodyOf(reader)).toContain('Nothing is found.')
  expect(await bodyOf(reader)).not.toContain('1,234.56')
  // what somebody may see changes between two mails
  await parts.app.database.pool.query("update users set permissions = '{}' where id = $1", [payer.user.id])
  await parts.app.database.pool.query('delete from matter_members where user_id = $1', [payer.user.id])
  await parts.app.database.pool.query('update matters set owner_id = $2 where owner_id = $1', [
    payer.user.id,
    member.user.id,
  ])
  await recountAll(parts.app)
  parts.clock.advance({ days: 7 })
  await mailReports(parts.app)
  expect(await bodyOf(payer.user)).not.toContain('1,234.56')
})

test('who lost the report is told once and gets none any more; with the report its mails end [K-47]', async () => {
  const { payer } = world
  const answer = await admin.post('/v2/reports', {
    name: 'For all',
    list: 'invoices',
    measures: ['billed'],
    sharedWith: 'Organization',
  })
  const { id } = answer.json<{ id: number }>()
  const path = await subscribe(payer.caller, { ready: null, report: { id } })
  await admin.patch(`/v2/reports/${id}`, { sharedWith: 'Me' })
  await due()
  await due()
  expect((await mailsTo(parts.app, payer.user)).map(({ subject }) => subject)).toEqual([
    'For all: no longer mailed',
  ])
  expect((await read(path)).statusCode).toBe(404)
  admin = await callerFor(parts, boss)
  await admin.patch(`/v2/reports/${id}`, { sharedWith: 'Organization' })
  await subscribe(await callerFor(parts, payer.user), { ready: null, report: { id } })
  await subscribe(admin, { ready: null, report: { id } })
  expect((await admin.delete(`/v2/reports/${id}`)).statusCode).toBe(204)
  const mails = await mailsTo(parts.app, { organisationId: world.organisationId })
  expect(mails.map(({ recipient, body }) => [recipient, body.includes('the report was deleted')])).toEqual([
    [payer.user.email, false],
    [payer.user.email, true],
  ])
  expect((await admin.get('/v2/reports/mailings')).json()).toMatchObject({ items: [] })
})

test('a report that cannot be computed any more is paused, and its recipient is told why [K-47]', async () => {
  const { payer } = world
  const saved = await payer.caller.post('/v2/reports', {
    name: 'Billed',
    list: 'invoices',
    measures: ['billed'],
  })
  const { id } = saved.json<{ id: number }>()
  const path = await subscribe(payer.caller, { ready: null, report: { id } })
  await parts.app.database.pool.query(`update saved_reports set filter = 'Gone eq 1' where id = $1`, [id])
  await due()
  const [mail] = await mailsTo(parts.app, payer.user)
  expect(mail?.body).toContain('cannot be computed')
  expect((await read(path)).json()).toMatchObject({ paused: true })
})

test('who cannot sign in gets nothing, and the next one when they can again [K-47]', async () => {
  const { payer } = world
  const path = await subscribe(payer.caller)
  const set = (status: string) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ status }).where('id', '=', payer.user.id).execute(),
    )
  await set('Disabled')
  await due()
  expect(await mailsTo(parts.app, payer.user)).toEqual([])
  await set('Active')
  parts.clock.advance({ days: 7 })
  await mailReports(parts.app)
  expect(await mailsTo(parts.app, payer.user)).toHaveLength(1)
  expect(await next(path)).toBe('2026-03-16T10:00:00.000Z')
})

test('after weeks without a server one mail is sent, and after a restore none [K-49]', async () => {
  const { payer } = world
  const path = await subscribe(payer.caller)
  parts.clock.set(new Date('2026-03-25T12:00:00Z'))
  await mailReports(parts.app)
  await mailReports(parts.app)
  expect(await mailsTo(parts.app, payer.user)).toHaveLength(1)
  expect(await next(path)).toBe('2026-03-30T10:00:00.000Z')
  parts.clock.set(new Date('2026-04-20T12:00:00Z'))
  expect(await skipDueReports(parts.app)).toBe(1)
  await mailReports(parts.app)
  expect(await mailsTo(parts.app, payer.user)).toHaveLength(1)
  expect(await next(path)).toBe('2026-04-27T10:00:00.000Z')
})

test('several processes that look at the same time send each report once [K-49]', async () => {
  const { app } = parts
  const other = await buildApp(app.config, app.database.pool.options, { clock: parts.clock, log: app.log })
  const apps = [app, other, app, other]
  const people = await Promise.all(
    Array.from({ length: 10 }, () => createUser(app, { organisationId: world.organisationId })),
  )
  for (const person of people) await subscribe(await callerFor(parts, person))
  parts.clock.set(new Date('2026-03-02T10:00:30Z'))
  const found = await Promise.all(apps.map(queueDueReports))
  expect(found.reduce((sum, some) => sum + some, 0)).toBe(10)
  const workers = await Promise.all([startWorker(app), startWorker(other)])
  const sent = async () =>
    (await mailsTo(app, { organisationId: world.organisationId })).map(({ recipient }) => recipient).sort()
  const emails = people.map(({ email }) => email).sort()
  await expect.poll(sent, { timeout: 60_000 }).toEqual(emails)
  await Promise.all(workers.map((worker) => worker.stop()))
  // the same job again, as after a crash of its worker, in several processes at once
  const { rows } = await app.database.pool.query<{
    organisationId: number
    id: number
    due: string
    recipientId: string
  }>(
    `select organisation_id as "organisationId", id, mailed_for as due, recipient_id as "recipientId" from report_mailings where organisation_id = $1`,
    [world.organisationId],
  )
  const job = jobs.find(({ name }) => name === 'mail-report')
  if (!job) throw new Error('There is no job mail-report')
  for (const { recipientId: _, ...row } of rows.slice(0, 3)) {
    const payload = JSON.parse(JSON.stringify(row)) as unknown
    await Promise.all(apps.map((each) => runJob(each, job, payload)))
    const later = { ...row, due: '2026-03-09T10:00:00.000Z' }
    await Promise.all(apps.map((each) => runJob(each, job, later)))
  }
  const again = rows.slice(0, 3).map(({ recipientId }) => people.find(({ id }) => id === recipientId)?.email)
  expect(await sent()).toEqual([...emails, ...again].sort())
  await other.close()
})
