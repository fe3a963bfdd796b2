// Notifications of people: who is notified of what, what they are shown, and what they are mailed.
import { mailsTo } from '../../test/fixtures/mails.ts'
import { describe, expect, test } from 'vitest'
import { recountAll } from '../../test/lists/counts.ts'
import { createUser } from '../../test/factories.ts'
import { createMatter } from '../../test/fixtures/matters.ts'
import {
  add,
  mailNow,
  notificationsOf,
  notifiedWorld,
  notifyNow,
  prefer,
} from '../../test/fixtures/notifications.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { historyNames } from '../platform/events/event-names.ts'
import { internalTransaction } from '../platform/events/change.ts'
import {
  notifiedEvents,
  notifiedOfOrganisations,
  notifiedOfRecords,
} from '../platform/events/notified-events.ts'
import { topics } from '../platform/events/topics.ts'
import { notifyDueTasks } from '../tasks/commands/notify-due.ts'
import { notifyPeople } from './fan-out.ts'
import { purgeNotifications } from './jobs.ts'
import { readNotifyChanges } from './preferences.ts'
import { rules, rulesOfRecords } from './rules.ts'
import { rulesOfOrganisations } from './rules-of-organisations.ts'
import { kindNames } from '../records/kinds.ts'
import { textNames } from './texts.ts'

const parts = useTestApp()

const world = () => notifiedWorld(parts)

test('every event that notifies has rules, each with a text [N-1]', () => {
  expect(Object.keys(rules).toSorted()).toEqual(Object.keys(notifiedEvents).toSorted())
  expect(Object.keys(rulesOfRecords).toSorted()).toEqual(Object.keys(notifiedOfRecords).toSorted())
  expect(Object.keys(rulesOfOrganisations).toSorted()).toEqual(
    Object.keys(notifiedOfOrganisations).toSorted(),
  )
  const whats = [rules, rulesOfRecords, rulesOfOrganisations].flatMap((table) =>
    Object.values(table).flatMap((some) => some.map(({ what }) => what)),
  )
  expect(whats.filter((what) => !textNames.includes(what))).toEqual([])
  const known: readonly string[] = [...topics, ...historyNames]
  const ofRecords = kindNames.flatMap((kind) => Object.keys(rulesOfRecords).map((name) => `${kind}.${name}`))
  const names = [...Object.keys(rules), ...Object.keys(rulesOfOrganisations), ...ofRecords]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

describe('in the app', () => {
  test('people are notified of what others make them on a matter, and nobody of their own acts [N-2]', async () => {
    const { caller, theirs, colleague, matterId } = await world()
    await add(caller, matterId, colleague)
    const changed = await caller.patch(`/v2/matters/${matterId}`, { owner: { id: colleague.id } })
    expect(changed.statusCode, changed.body).toBe(204)
    expect(await notificationsOf(parts.app, theirs)).toMatchObject([
      { kind: 'assigned', text: 'Ana Prior made you the owner.', read: false },
      {
        kind: 'assigned',
        text: 'Ana Prior added you.',
        record: { type: 'Matter', id: matterId, name: 'Dismissal' },
      },
    ])
    expect(await notificationsOf(parts.app, caller)).toEqual([])
    expect((await theirs.get('/v2/notifications')).json()).toMatchObject({ unread: 2 })
  })

  test('a task that is assigned, and one that is due today, once for each due time [N-3]', async () => {
    const { caller, theirs, colleague, matterId } = await world()
    await add(caller, matterId, colleague)
    const made = await caller.post(`/v2/matters/${matterId}/tasks`, {
      name: 'File the defence',
      assignee: { id: colleague.id },
      dueDate: '2026-03-02',
    })
    expect(made.statusCode, made.body).toBe(201)
    expect(await notifyDueTasks(parts.app)).toBe(1)
    expect(await notifyDueTasks(parts.app)).toBe(0)
    const texts = (await notificationsOf(parts.app, theirs)).map(({ text }) => text)
    expect(texts).toEqual([
      'Due on 2 March 2026: the task “File the defence”.',
      'Ana Prior assigned the task “File the defence” to you.',
      'Ana Prior added you.',
    ])
  })

  test('a person who does not see the record any more sees none of its notifications [N-4]', async () => {
    const { caller, owner, theirs, colleague, matterId } = await world()
    await add(caller, matterId, colleague)
    expect(await notificationsOf(parts.app, theirs)).toHaveLength(1)
    await internalTransaction(parts.app, (tx) =>
      tx
        .deleteFrom('matter_members')
        .where('organisation_id', '=', owner.organisationId)
        .where('matter_id', '=', matterId)
        .where('user_id', '=', colleague.id)
        .execute(),
    )
    await recountAll(parts.app)
    expect((await theirs.get('/v2/notifications')).json()).toEqual({ items: [], unread: 0 })
    // nor of what happens from then on, nor by mail
    await caller.patch(`/v2/matters/${matterId}`, { status: 'Complete' })
    parts.clock.advance({ minutes: 5 })
    await mailNow(parts.app)
    expect(await mailsTo(parts.app, colleague)).toEqual([])
  })

  test('pages go back in time, and all up to one are marked as read [N-5]', async () => {
    const { caller, theirs, colleague, matterId } = await world()
    await add(caller, matterId, colleague)
    for (const status of ['OnHold', 'Active', 'Complete']) {
      const moved = await caller.patch(`/v2/matters/${matterId}`, { status })
      expect(moved.statusCode, moved.body).toBe(204)
    }
    await notifyNow(parts.app)
    const first = (await theirs.get('/v2/notifications?$top=2')).json<{
      items: { id: number; text: string }[]
      nextLink: string
    }>()
    expect(first.items.map(({ text }) => text)).toEqual([
      'Ana Prior changed the status to Complete.',
      'Ana Prior changed the status to Active.',
    ])
    const { pathname, search } = new URL(first.nextLink)
    const second = (await theirs.get(`${pathname}${search}`)).json<{ items: { id: number }[] }>()
    expect(second.items).toHaveLength(2)
    expect(second).not.toHaveProperty('nextLink')
    const upTo = second.items[0]?.id
    expect((await theirs.post('/v2/notifications/read', { upTo })).statusCode).toBe(204)
    expect((await theirs.get('/v2/notifications')).json()).toMatchObject({
      unread: 2,
      items: [{ read: false }, { read: false }, { read: true }, { read: true }],
    })
    expect((await theirs.get('/v2/notifications?unread=true')).json<{ items: [] }>().items).toHaveLength(2)
    const ids = first.items.map(({ id }) => id)
    // of somebody else: nothing happens
    expect((await caller.post('/v2/notifications/read', { ids })).statusCode).toBe(204)
    expect((await theirs.get('/v2/notifications')).json()).toMatchObject({ unread: 2 })
    expect((await theirs.post('/v2/notifications/read', { ids })).statusCode).toBe(204)
    expect((await theirs.get('/v2/notifications')).json()).toMatchObject({ unread: 0 })
    for (const body of [{}, { upTo: 'x' }, { upTo: 1, ids: [1] }, { ids: [0] }, { other: 1 }]) {
      expect((await theirs.post('/v2/notifications/read', body)).statusCode).toBe(400)
    }
    expect((await theirs.get('/v2/notifications?$skiptoken=x')).statusCode).toBe(400)
  })

  test('a new request is notified to those who manage intake [N-6]', async () => {
    const { caller, theirs, colleague, categoryId } = await world()
    const manager = await createUser(parts.app, {
      organisationId: colleague.organisationId,
      permissions: ['ManageIntake'],
    })
    const matterId = await createMatter({ caller, categoryId })
    expect(await notificationsOf(parts.app, await callerFor(parts, manager))).toMatchObject([
      {
        kind: 'intake',
        text: 'Ana Prior submitted a request; it is waiting in intake.',
        record: { id: matterId },
      },
    ])
    expect(await notificationsOf(parts.app, theirs)).toEqual([])
  })

  test('two processes notify once, and what a process did not finish is not lost [N-7]', async () => {
    const { caller, theirs, colleague, matterId } = await world()
    await add(caller, matterId, colleague)
    await Promise.all([notifyPeople(parts.app), notifyPeople(parts.app), notifyPeople(parts.app)])
    expect(await notificationsOf(parts.app, theirs)).toHaveLength(1)
  })

  test('old notifications are removed [N-8]', async () => {
    const { caller, theirs, colleague, matterId } = await world()
    await add(caller, matterId, colleague)
    expect(await notificationsOf(parts.app, theirs)).toHaveLength(1)
    parts.clock.advance({ days: 181 })
    await purgeNotifications(parts.app)
    const again = await callerFor(parts, colleague)
    expect(await notificationsOf(parts.app, again)).toEqual([])
  })
})

test('a way for each kind: Off is neither shown nor mailed, and what is no kind or way is named [N-14]', async () => {
  const { caller, theirs, colleague, matterId } = await world()
  await prefer(parts.app, colleague, { assigned: 'Off' })
  await add(caller, matterId, colleague)
  expect(await notificationsOf(parts.app, theirs)).toEqual([])
  await prefer(parts.app, colleague, { assigned: null })
  await caller.patch(`/v2/matters/${matterId}`, { owner: { id: colleague.id } })
  expect(await notificationsOf(parts.app, theirs)).toHaveLength(1)
  expect(() => readNotifyChanges({ other: 'Off' })).toThrow('notify.other is not a kind')
  expect(() => readNotifyChanges({ status: 'Fax' })).toThrow(
    'notify.status must be one of Off, InApp, Mail, Digest',
  )
  expect(() => readNotifyChanges([])).toThrow('notify must be an object')
})
