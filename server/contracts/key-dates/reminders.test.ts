// Reminders of key dates and of expiry, as people are notified of them.
import { expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { mailNow, notificationsOf } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { dayText } from '../../platform/time/written-times.ts'
import { expireContracts } from '../commands/expire-contracts.ts'
import { remindOfExpiry } from './remind-of-expiry.ts'
import { remindOfKeyDates } from './remind-of-key-dates.ts'

const parts = useTestApp()

async function world(timeZone = 'UTC') {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { timeZone })
  const owner = await createUser(app, { organisationId })
  const colleague = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner, templateId, members: [colleague] })
  const path = `/v2/contracts/${contractId}/keyDates`
  const add = async (keyDate: object) => {
    const made = await (await callerFor(parts, owner)).post(path, keyDate)
    expect(made.statusCode, made.body).toBe(201)
    return made.json<{ id: number }>().id
  }
  /** Moves to the next time that it is so late there, and as many days further. */
  const until = (hour: number, days = 0) => {
    const now = parts.clock.now()
    const next = new Date(now)
    next.setUTCHours(hour, 0, 0, 0)
    if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
    parts.clock.advance({ minutes: (next.getTime() - now.getTime()) / 60_000 + days * 24 * 60 })
  }
  const seen = async (user = owner) =>
    (await notificationsOf(app, await callerFor(parts, user))).map(({ text }) => text)
  const today = () => parts.clock.now().toISOString().slice(0, 10)
  return { app, owner, colleague, contractId, templateId, organisationId, path, add, until, seen, today }
}

test('the owner of a key date is reminded in the morning, once whatever process looks, and mailed [C-184]', async () => {
  const { app, owner, colleague, add, until, seen, today } = await world()
  until(3)
  const date = addDays(today(), 7)
  await add({ name: 'Renewal', date, reminders: [7, 0], owner: { id: colleague.id } })
  expect(await remindOfKeyDates(app)).toBe(0)
  until(7)
  const counts = await Promise.all([remindOfKeyDates(app), remindOfKeyDates(app)])
  expect(counts.toSorted()).toEqual([0, 1])
  expect(await remindOfKeyDates(app)).toBe(0)
  expect(await seen(colleague)).toEqual([`Reminder: Renewal on ${dayText(date)}.`])
  expect(await seen(owner)).toEqual([])
  parts.clock.advance({ minutes: 5 })
  await mailNow(app)
  expect(await mailsTo(app, colleague)).toHaveLength(1)
  until(7, 6)
  expect(await remindOfKeyDates(app)).toBe(1)
  expect(await seen(colleague)).toHaveLength(2)
})

test('what was missed while nothing ran is one reminder, and later ones come as usual [C-185]', async () => {
  const { app, add, until, seen, today } = await world()
  until(9)
  const date = addDays(today(), 40)
  await add({ name: 'Payment', date, reminders: [30, 20, 10, 0] })
  until(9, 24)
  expect(await remindOfKeyDates(app)).toBe(1)
  expect(await remindOfKeyDates(app)).toBe(0)
  until(9, 4)
  expect(await remindOfKeyDates(app)).toBe(1)
  // past the date itself: late, and once
  until(9, 30)
  expect(await remindOfKeyDates(app)).toBe(1)
  until(9, 30)
  expect(await remindOfKeyDates(app)).toBe(0)
  expect(await seen()).toHaveLength(3)
})

test('without an owner who sees the contract, its own owner is reminded; none of what is done or void [C-184]', async () => {
  const { app, owner, colleague, contractId, add, until, seen, today, path } = await world()
  until(5)
  await add({ name: 'Left', date: today(), reminders: [0], owner: { id: colleague.id } })
  const done = await add({ name: 'Done', date: today(), reminders: [0] })
  const caller = await callerFor(parts, owner)
  const did = await caller.patch(`${path}/${done}`, { done: true })
  expect(did.statusCode, did.body).toBe(204)
  expect((await caller.delete(`/v2/contracts/${contractId}/members/${colleague.id}`)).statusCode).toBe(204)
  until(8)
  expect(await remindOfKeyDates(app)).toBe(1)
  expect(await seen()).toEqual([expect.stringContaining('Reminder: Left on ')])
  expect(await seen(colleague)).toEqual([])
  until(8)
  await add({ name: 'Void', date: today(), reminders: [0] })
  expect(
    (await (await callerFor(parts, owner)).patch(`/v2/contracts/${contractId}`, { status: 'Void' }))
      .statusCode,
  ).toBe(204)
  expect(await remindOfKeyDates(app)).toBe(0)
})

test('each occurrence is reminded of, even if nobody marks the first as done [C-184]', async () => {
  const { app, add, until, seen, today } = await world()
  until(8)
  const date = addDays(today(), 1)
  await add({ name: 'Report', date, reminders: [1], recurrence: 'FREQ=WEEKLY;COUNT=3' })
  for (const days of [0, 7, 7]) {
    if (days > 0) until(8, days - 1)
    expect(await remindOfKeyDates(app)).toBe(1)
  }
  until(8, 6)
  expect(await remindOfKeyDates(app)).toBe(0)
  expect(await seen()).toEqual(
    [14, 7, 0].map((days) => `Reminder: Report on ${dayText(addDays(date, days))}.`),
  )
})

test('the morning is that of the organisation [C-184]', async () => {
  const { app, add, until } = await world('Pacific/Auckland')
  until(12)
  // past midnight over there, so that the day there is the next one
  const date = addDays(parts.clock.now().toISOString().slice(0, 10), 1)
  await add({ name: 'There', date, reminders: [0] })
  expect(await remindOfKeyDates(app)).toBe(0)
  until(20)
  expect(await remindOfKeyDates(app)).toBe(1)
})

test('the owner is reminded thirty days before a contract expires and on the day, once each [C-186]', async () => {
  const { app, owner, templateId, until, seen, today } = await world()
  until(8)
  const expiry = `${addDays(today(), 31)}T00:00:00`
  const values = { status: 'Executed', expiry } as const
  const id = await insertContract(app, { owner, templateId, values })
  await insertContract(app, { owner, templateId, values: { ...values, status: 'Draft' } })
  expect(await remindOfExpiry(app)).toBe(0)
  until(8)
  expect((await Promise.all([remindOfExpiry(app), remindOfExpiry(app)])).toSorted()).toEqual([0, 1])
  until(8, 14)
  expect(await remindOfExpiry(app)).toBe(0)
  until(6, 14)
  // it is over at midnight, before anybody is reminded
  expect(await expireContracts(app)).toBe(1)
  until(8)
  expect(await remindOfExpiry(app)).toBe(1)
  expect(await remindOfExpiry(app)).toBe(0)
  expect((await seen()).filter((text) => text.startsWith('Reminder'))).toEqual([
    'Reminder: it expires today.',
    `Reminder: it expires on ${dayText(expiry)}.`,
  ])
  expect((await (await callerFor(parts, owner)).get(`/v2/contracts/${id}`)).json()).toMatchObject({
    status: 'Expired',
  })
})

test('a missed reminder of expiry comes once, and again when the expiry changes [C-186]', async () => {
  const { app, owner, templateId, until, seen, today } = await world()
  until(8)
  const expiry = `${addDays(today(), 40)}T17:00:00`
  const id = await insertContract(app, { owner, templateId, values: { status: 'Executed', expiry } })
  until(8, 14)
  expect(await remindOfExpiry(app)).toBe(1)
  expect(await remindOfExpiry(app)).toBe(0)
  const later = `${addDays(today(), 20)}T17:00:00`
  const changed = await (await callerFor(parts, owner)).patch(`/v2/contracts/${id}`, { expiry: later })
  expect(changed.statusCode, changed.body).toBe(204)
  expect(await remindOfExpiry(app)).toBe(1)
  // nothing ran on the day itself
  until(8, 29)
  expect(await remindOfExpiry(app)).toBe(1)
  expect(await remindOfExpiry(app)).toBe(0)
  expect(await seen()).toEqual([
    `Reminder: it expired on ${dayText(later)}.`,
    `Reminder: it expires on ${dayText(later)}.`,
    `Reminder: it expires on ${dayText(expiry)}.`,
  ])
})
