// Calendar feeds, over HTTP as calendar programs read them.
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { actorFor } from '../../test/fixtures/actors.ts'
import { wrongInCalendar } from '../../test/documents/calendars.ts'
import { insertContract } from '../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../test/factories.ts'
import { as } from '../../test/http.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { addContractMember } from '../contracts/commands/assign-contract-user.ts'
import { createKeyDate } from '../contracts/commands/create-key-date.ts'
import { updateKeyDate } from '../contracts/commands/update-key-date.ts'
import { setFeature } from '../identity/features/commands/set-feature.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { addDays } from '../platform/time/local-time.ts'
import { updateUserStatus } from '../identity/oauth/commands/update-user-status.ts'
import { createTask } from '../tasks/commands/create-task.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { timeZone: 'Pacific/Auckland' })
  const me = await createUser(app, { organisationId })
  const colleague = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner: colleague, templateId })
  const theirs = await actorFor(app, colleague)
  await addContractMember(app, theirs, contractId, me.id)
  const today = parts.clock.now().toISOString().slice(0, 10)
  return {
    app,
    organisationId,
    me,
    colleague,
    templateId,
    contractId,
    theirs,
    caller: await callerFor(parts, me),
    today,
  }
}

async function subscribe(user: TestUser, scope = 'Mine') {
  const made = await (await callerFor(parts, user)).post('/v2/me/calendarFeeds', { scope })
  expect(made.statusCode, made.body).toBe(201)
  const { id, url } = made.json<{ id: number; url: string }>()
  expect(url.startsWith(`${parts.app.config.publicUrl}/calendars/`)).toBe(true)
  const path = new URL(url).pathname
  return { id, path, read: (headers = {}) => as(parts.server).get(path, { headers }) }
}

const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))

describe('a calendar feed', () => {
  test('has the day on which each contract ends, with the reminders of its owner [C-535]', async () => {
    const { app, colleague, templateId, today } = await world()
    const values = { status: 'Executed', expiry: `${addDays(today, 40)}T23:59:00`, name: 'Lease' }
    await insertContract(app, { owner: colleague, templateId, values })
    const { body } = await (await subscribe(colleague)).read()
    expect(wrongInCalendar(body)).toEqual([])
    const ends = eventsIn(body).filter(({ summary }) => summary === 'Expiry: Lease')
    expect(ends.map(({ startDate }) => startDate.toString())).toEqual([addDays(today, 40)])
    expect(body).toContain('TRIGGER')
  })

  test('is read at a private address that is shown once, and is 404 after it was removed [C-191]', async () => {
    const { caller, me, colleague, app } = await world()
    const feed = await subscribe(me)
    const read = await feed.read()
    expect(read.statusCode, read.body).toBe(200)
    expect(read.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(wrongInCalendar(read.body)).toEqual([])
    const known = { id: feed.id, scope: 'Mine', created: { dateUtc: expect.any(String) } }
    expect((await caller.get('/v2/me/calendarFeeds')).json()).toEqual({ items: [known] })
    expect((await caller.get(`/v2/me/calendarFeeds/${feed.id}`)).json()).toEqual(known)
    const stored = JSON.stringify([
      await app.db.selectFrom('calendar_feeds').selectAll().execute(),
      await app.db.selectFrom('events').select('facts').where('name', '=', 'calendarFeed.created').execute(),
    ])
    expect(stored).not.toContain(feed.path.slice(11, 54))
    const other = await callerFor(parts, colleague)
    expect((await other.delete(`/v2/me/calendarFeeds/${feed.id}`)).statusCode).toBe(404)
    expect((await caller.delete(`/v2/me/calendarFeeds/${feed.id}`)).statusCode).toBe(204)
    expect((await feed.read()).statusCode).toBe(404)
    for (const path of ['/calendars/x.ics', '/calendars/', feed.path.replace('.ics', '')]) {
      expect((await as(parts.server).get(path)).statusCode, path).toBe(404)
    }
    for (const body of [{}, { scope: 'Ours' }, { scope: null }, { scope: 'Mine', more: 1 }]) {
      expect((await caller.post('/v2/me/calendarFeeds', body)).statusCode).toBe(400)
    }
  })

  test('has key dates that one looks after and tasks assigned to one, or all that one sees [C-192]', async () => {
    const { app, me, colleague, contractId, theirs, today } = await world()
    const add = (name: string, more: object = {}) =>
      createKeyDate(app, theirs, contractId, { name, date: addDays(today, 10), ...more })
    await add('Mine, really', {
      ownerId: me.id,
      reminders: [7, 0],
      recurrence: 'FREQ=WEEKLY;COUNT=3',
      category: 'Payment',
    })
    await add('Theirs', { reminders: [7] })
    const done = await add('Done', { ownerId: me.id })
    await updateKeyDate(app, theirs, { id: done }, { changes: { done: true } })
    const matterId = await insertMatter(app, {
      owner: colleague,
      members: [me],
      values: { name: 'Harbour; lease' },
    })
    const task = (name: string, due: string | null, assigneeId: string | null) =>
      createTask(app, theirs, matterId, { name, due, assigneeId })
    await task('At five', `${addDays(today, 3)}T17:00:00`, me.id)
    await task('That day', addDays(today, 4), me.id)
    await task('Some day', null, me.id)
    await task('Of another', addDays(today, 5), colleague.id)
    const mine = await (await subscribe(me)).read()
    expect(wrongInCalendar(mine.body)).toEqual([])
    const [keyDate, atFive, thatDay, ...none] = eventsIn(mine.body)
    expect(none).toEqual([])
    expect(keyDate?.summary).toBe('Mine, really: Agreement')
    expect(keyDate?.startDate.toString()).toBe(addDays(today, 10))
    expect(keyDate?.component.getAllSubcomponents('valarm')).toHaveLength(2)
    expect(keyDate?.isRecurring()).toBe(true)
    expect(keyDate?.component.getFirstPropertyValue('categories')).toBe('Payment')
    expect(String(keyDate?.component.getFirstPropertyValue('url'))).toContain(`/#/contracts/${contractId}`)
    expect(atFive?.description).toMatch(/^LW\d+-\d+ Harbour; lease$/)
    // five in the afternoon of the organisation
    const utc = new Date(`${addDays(today, 3)}T17:00:00+12:00`).getTime()
    const shown = atFive?.startDate.toJSDate().getTime() ?? 0
    expect([utc, utc - 3_600_000]).toContain(shown)
    expect(thatDay?.startDate.isDate).toBe(true)
    const all = eventsIn((await (await subscribe(me, 'all')).read()).body)
    expect(all.map(({ summary }) => summary)).toEqual([
      'Mine, really: Agreement',
      'Theirs: Agreement',
      'At five',
      'That day',
      'Of another',
    ])
    // nobody is woken for what others look after
    expect(all.map(({ component }) => component.getAllSubcomponents('valarm').length)).toEqual([
      2, 0, 0, 0, 0,
    ])
  })

  test('shows what its person may see at that second, and nothing to people who are disabled [C-193]', async () => {
    const { app, me, colleague, contractId, theirs, today, organisationId } = await world()
    await createKeyDate(app, theirs, contractId, { name: 'Renewal', date: today, ownerId: me.id })
    const feed = await subscribe(me, 'All')
    const names = async () => eventsIn((await feed.read()).body).map(({ summary }) => summary)
    expect(await names()).toEqual(['Renewal: Agreement'])
    const administrator = await actorFor(
      app,
      await createUser(app, { organisationId, role: 'Administrator' }),
    )
    const switched = { organisationId, code: 'CONTRACTS' } as const
    await setFeature(app, administrator, { ...switched, enabled: false })
    expect(await names()).toEqual([])
    await setFeature(app, administrator, { ...switched, enabled: true })
    const owner = await callerFor(parts, colleague)
    await owner.delete(`/v2/contracts/${contractId}/members/${me.id}`)
    expect(await names()).toEqual([])
    await internalTransaction(app, (tx) =>
      tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', me.id).execute(),
    )
    expect((await feed.read()).statusCode).toBe(404)
  })

  test('ends when its person is disabled, also if they are enabled again [C-193]', async () => {
    const { app, me, organisationId } = await world()
    const feed = await subscribe(me)
    const administrator = await actorFor(
      app,
      await createUser(app, { organisationId, role: 'Administrator' }),
    )
    for (const status of ['Disabled', 'Active'] as const) {
      await updateUserStatus(app, administrator, { userId: me.id, status })
      expect((await feed.read()).statusCode).toBe(404)
    }
    expect((await (await callerFor(parts, me)).get('/v2/me/calendarFeeds')).json()).toEqual({ items: [] })
  })

  test('ends with the integrations of its person, and not with their sessions alone [C-193]', async () => {
    const { app, me, colleague } = await world()
    const [feed, theirs] = [await subscribe(me), await subscribe(colleague)]
    const end = async (body: object) => (await callerFor(parts, me)).post('/v2/my/sessions/end', body)
    expect((await end({})).statusCode).toBe(204)
    expect((await feed.read()).statusCode).toBe(200)
    expect((await end({ integrations: true })).statusCode).toBe(204)
    expect((await feed.read()).statusCode).toBe(404)
    expect((await theirs.read()).statusCode).toBe(200)
    const events = await app.db
      .selectFrom('events')
      .where('name', '=', 'calendarFeed.deleted')
      .where('resource_id', '=', feed.id)
      .select('facts')
      .execute()
    expect(events).toEqual([{ facts: { scope: 'Mine', because: 'its person signed out everywhere' } }])
  })

  test('is the same text until something changes, which costs no transfer; a changed entry keeps its id [C-194]', async () => {
    const { app, me, contractId, theirs, today } = await world()
    const id = await createKeyDate(app, theirs, contractId, { name: 'Renewal', date: today, ownerId: me.id })
    const feed = await subscribe(me)
    const first = await feed.read()
    parts.clock.advance({ minutes: 10 })
    const again = await feed.read({ 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await updateKeyDate(app, theirs, { id }, { changes: { date: addDays(today, 1) } })
    const changed = await feed.read({ 'if-none-match': String(first.headers.etag) })
    expect(changed.statusCode).toBe(200)
    const [before, after] = [first, changed].map(({ body }) => eventsIn(body)[0])
    expect(after?.uid).toBe(before?.uid)
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1)
    expect(String(after?.component.getFirstPropertyValue('last-modified'))).not.toBe(
      String(before?.component.getFirstPropertyValue('last-modified')),
    )
  })

  test('there are twenty for a person at most [C-191]', async () => {
    const { caller } = await world()
    const made = await Promise.all(
      Array.from({ length: 21 }, () => caller.post('/v2/me/calendarFeeds', { scope: 'Mine' })),
    )
    expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array<number>(20).fill(201), 409])
  })
})
