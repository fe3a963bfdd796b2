// Notifications by mail: at once, in a digest, and how they end.
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { expect, test } from 'vitest'
import { createUser, type TestUser } from '../../../test/factories.ts'
import {
  add,
  mailNow,
  notificationsOf,
  notifiedWorld,
  notifyNow,
  prefer,
} from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { notifyDueTasks } from '../../tasks/commands/notify-due.ts'
import { dayText } from '../../platform/time/written-times.ts'
import { notifyWithoutMail } from '../engine.ts'

const parts = useTestApp()
const world = () => notifiedWorld(parts)

/** Sends what is due and returns how many mails the person has got in all. */
async function mailsAfter(person: TestUser): Promise<number> {
  await mailNow(parts.app)
  return (await mailsTo(parts.app, person)).length
}

test('one mail for what comes within a minute, in text and HTML, with a link that ends such mails [N-9]', async () => {
  const { caller, colleague, matterId } = await world()
  await caller.patch(`/v2/matters/${matterId}`, { name: '<Dismissal> & more' })
  await add(caller, matterId, colleague)
  await caller.patch(`/v2/matters/${matterId}`, { owner: { id: colleague.id } })
  expect(await mailsAfter(colleague)).toBe(0)
  parts.clock.advance({ minutes: 1 })
  expect(await mailsAfter(colleague)).toBe(1)
  expect(await mailsAfter(colleague)).toBe(1)
  const [mail, ...others] = await mailsTo(parts.app, colleague)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('2 assignments')
  expect(mail?.body).toContain('Ana Prior made you the owner.')
  expect(mail?.body).toContain(`/#/matters/${matterId}`)
  expect(mail?.html).toContain('&lt;Dismissal&gt; &amp; more')
  expect(mail?.html).not.toContain('<Dismissal>')
  const headers = mail?.headers as Record<string, string>
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const address = new URL(headers['List-Unsubscribe']?.slice(1, -1) ?? '').pathname
  const asked = await parts.server.inject({ method: 'GET', url: address })
  expect(asked.statusCode).toBe(200)
  expect(asked.headers['content-type']).toContain('text/html')
  const again = async () => {
    await caller.post(`/v2/matters/${matterId}/tasks`, { name: 'T', assignee: { id: colleague.id } })
    await notifyNow(parts.app)
    parts.clock.advance({ minutes: 1 })
    return mailsAfter(colleague)
  }
  // asking ended nothing
  expect(await again()).toBe(2)
  const wrong = await parts.server.inject({ method: 'POST', url: address.slice(0, -2) })
  expect(wrong.statusCode).toBe(404)
  const ended = await parts.server.inject({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(ended.statusCode, ended.body).toBe(200)
  expect(await again()).toBe(2)
  const theirs = await callerFor(parts, colleague)
  expect(await notificationsOf(parts.app, theirs)).toHaveLength(4)
})

test('what was read in the app is not mailed, and nothing to a person who has been disabled [N-10]', async () => {
  const { caller, theirs, colleague, matterId } = await world()
  await add(caller, matterId, colleague)
  const [one] = await notificationsOf(parts.app, theirs)
  await theirs.post('/v2/notifications/read', { upTo: one?.id })
  await caller.patch(`/v2/matters/${matterId}`, { owner: { id: colleague.id } })
  await notifyNow(parts.app)
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', colleague.id).execute(),
  )
  parts.clock.advance({ minutes: 2 })
  await mailNow(parts.app)
  expect(await mailsTo(parts.app, colleague)).toEqual([])
})

test('a digest goes out once a day, in the morning of the time zone [N-11]', async () => {
  const { caller, owner, colleague, matterId } = await world()
  await prefer(parts.app, colleague, { status: 'Digest', assigned: 'InApp' })
  await add(caller, matterId, colleague)
  const set = async (at: string, status: string) => {
    parts.clock.set(new Date(at))
    const moved = await (await callerFor(parts, owner)).patch(`/v2/matters/${matterId}`, { status })
    expect(moved.statusCode, moved.body).toBe(204)
    return mailsAfter(colleague)
  }
  expect(await set('2026-06-03T06:30:00Z', 'OnHold')).toBe(0)
  expect(await set('2026-06-03T07:00:00Z', 'Active')).toBe(1)
  expect(await set('2026-06-03T23:00:00Z', 'OnHold')).toBe(1)
  expect(await set('2026-06-04T07:30:00Z', 'Complete')).toBe(2)
  const mails = await mailsTo(parts.app, colleague)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your day: 2 notifications',
    'Your day: 2 notifications',
  ])
  expect(mails[1]?.body).toContain('changed the status to Complete')
})

test('days are written as the person writes them [C-565]', async () => {
  const { caller, colleague, theirs, matterId } = await world()
  await prefer(parts.app, colleague, { taskDue: 'Mail' })
  expect((await theirs.patch('/v2/me/preferences', { locale: 'de-DE' })).statusCode).toBeLessThan(300)
  await add(caller, matterId, colleague)
  const dueDate = parts.clock.now().toISOString().slice(0, 10)
  const task = { name: 'File the defence', assignee: { id: colleague.id }, dueDate }
  expect((await caller.post(`/v2/matters/${matterId}/tasks`, task)).statusCode).toBe(201)
  await notifyDueTasks(parts.app)
  await notifyNow(parts.app)
  parts.clock.advance({ minutes: 5 })
  await mailNow(parts.app)
  const bodies = (await mailsTo(parts.app, colleague)).map(({ body }) => body).join('\n')
  expect(bodies).toContain(`Due on ${dayText(dueDate, 'de-DE')}: the task`)
  expect(bodies).not.toContain(dueDate)
})

test('the time zone is the one that a person chose [N-11]', async () => {
  const { owner, colleague, matterId } = await world()
  await prefer(parts.app, colleague, { assigned: 'Digest' })
  parts.clock.set(new Date('2026-07-01T21:00:00Z'))
  const theirs = await callerFor(parts, colleague)
  const chosen = await theirs.patch('/v2/me/preferences', { timeZone: 'Asia/Tokyo' })
  expect(chosen.statusCode, chosen.body).toBeLessThan(300)
  parts.clock.set(new Date('2026-07-01T21:30:00Z'))
  await add(await callerFor(parts, owner), matterId, colleague)
  expect(await mailsAfter(colleague)).toBe(0)
  parts.clock.set(new Date('2026-07-01T22:00:00Z'))
  expect(await mailsAfter(colleague)).toBe(1)
})

test('an act that concerns many people is no storm of mails, and a person gets twenty an hour at most [N-12]', async () => {
  const { caller, colleague, matterId } = await world()
  await add(caller, matterId, colleague)
  await mailNow(parts.app)
  for (let count = 0; count < 25; count++) {
    await caller.post(`/v2/matters/${matterId}/tasks`, {
      name: `T${count}`,
      assignee: { id: colleague.id },
    })
    await notifyNow(parts.app)
    parts.clock.advance({ seconds: 61 })
    await mailNow(parts.app)
  }
  const mails = await mailsTo(parts.app, colleague)
  expect(mails.filter(({ subject }) => !subject.startsWith('Your day'))).toHaveLength(20)
})

test('notifications of one act to more than fifty people wait for their digests [N-12]', async () => {
  const { caller, colleague, matterId } = await world()
  const { organisationId } = colleague
  const people = await Promise.all(
    Array.from({ length: 51 }, () => createUser(parts.app, { organisationId })),
  )
  for (const person of people) {
    await add(caller, matterId, person)
    await prefer(parts.app, person, { status: 'Mail', assigned: 'InApp' })
  }
  await caller.patch(`/v2/matters/${matterId}`, { status: 'OnHold' })
  await notifyNow(parts.app)
  const waiting = await parts.app.db
    .selectFrom('notifications')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'status')
    .select(['mail', 'in_digest'])
    .distinct()
    .execute()
  expect(waiting).toEqual([{ mail: 'Digest', in_digest: true }])
})

test('after a restore nothing that waited is mailed [N-13]', async () => {
  const { caller, theirs, colleague, matterId } = await world()
  await add(caller, matterId, colleague)
  await notifyWithoutMail(parts.app)
  parts.clock.advance({ minutes: 5 })
  expect(await mailsAfter(colleague)).toBe(0)
  expect(await notificationsOf(parts.app, theirs)).toHaveLength(1)
})
