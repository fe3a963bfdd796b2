// Webhooks, the bell, mails and the stream report of a record what its history shows the same person: each event that
// reaches somebody is compared with the entries that they may read, by the table of the history.
import { beforeAll, expect, test } from 'vitest'
import { eventsOfRecords } from '../../../server/history/access.ts'
import { silentActions } from '../../../server/history/history.ts'
import { findSnapshot } from '../../../server/identity/users/authorization-snapshot.ts'
import { intakeEvent } from '../../../server/intake/events.ts'
import { readerOf } from '../../../server/notifications/shown.ts'
import { change, systemActor } from '../../../server/platform/events/change.ts'
import { isOfOrganisation, topics } from '../../../server/platform/events/topics.ts'
import { changesFor, readEvents } from '../../../server/records/stream/read-changes.ts'
import { runWebhooksOnce } from '../../../server/webhooks/delivery/engine.ts'
import type { TestUser } from '../../factories.ts'
import { mailsTo } from '../../fixtures/mails.ts'
import { insertMatter } from '../../fixtures/matters.ts'
import { mailNow, notificationsOf, notifyNow, prefer } from '../../fixtures/notifications.ts'
import { useReceiver } from '../../peers/subscribed.ts'
import { useTestApp } from '../../test-app.ts'
import { addRecords, type HiddenWorld, hiddenWorld, sent } from './hidden-world.ts'

const parts = useTestApp()
const receiver = useReceiver()
let made: HiddenWorld
const secret = 'Hidden affair'
const note = 'ZZQ far too much'

beforeAll(async () => {
  made = await hiddenWorld(parts)
  const { app } = parts
  for (const { user, caller } of made.people.values()) {
    const subscription = {
      topics: topics.filter((topic) => !isOfOrganisation(topic)),
      subscriptionUrl: `${receiver().url}/hook`,
    }
    await sent(caller.post('/v2/webhookSubscriptions', subscription))
    await prefer(app, user, { status: 'Mail', invoice: 'Mail', approval: 'Mail', message: 'Mail' })
  }
  await addRecords(made, false)
  await addRecords(made, true)
  await changeWhatSomeRead(made)
})

/** Changes of which only some of the people on the records may know. */
async function changeWhatSomeRead({ owner, types }: HiddenWorld): Promise<void> {
  const hidden = (await sent<{ items: { id: number; name: string }[] }>(owner.get('/v2/matters?$top=200')))
    .items
  const restricted = hidden.find(({ name }) => name === secret)
  await sent(owner.put('/v2/contracts/1/matter', { id: restricted?.id }))
  await sent(owner.patch('/v2/invoices/1', { internalNotes: note, purchaseOrder: 'PO 7' }))
  await sent(owner.patch('/v2/invoices/1', { internalNotes: `${note}!` }))
  await sent(owner.put('/v2/matters/1/budget', { amount: 100, currency: 'EUR', reason: 'Less' }))
  await sent(owner.put('/v2/matters/1/exposure', { amount: 9_000, currency: 'EUR', probability: 50 }))
  await sent(owner.patch('/v2/matters/1', { fields: types.valuesOf('Matter') }))
}

/** The ids of the entries of histories of records that the person reads. */
async function readBy(user: TestUser): Promise<ReadonlySet<number>> {
  const person = await findSnapshot(parts.app.db, user.id)
  if (!person) throw new Error('nobody')
  const rows = await eventsOfRecords(parts.app, parts.app.db, readerOf(person)).select('events.id').execute()
  return new Set(rows.map(({ id }) => id))
}

interface Notice {
  readonly way: string
  readonly who: string
  readonly userId: string
  readonly eventId: number
}

async function allNotices(): Promise<readonly Notice[]> {
  const { app } = parts
  await runWebhooksOnce(app)
  await notifyNow(app)
  const { organisationId } = made.world
  const hooks = await app.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_subscriptions as s', 's.id', 'd.subscription_id')
    .where('d.organisation_id', '=', organisationId)
    .select(['s.user_id', 'd.event_id'])
    .execute()
  const bell = await app.db
    .selectFrom('notifications')
    .where('organisation_id', '=', organisationId)
    .select(['user_id', 'event_id'])
    .execute()
  const names = new Map([...made.people].map(([who, { user }]) => [user.id, who]))
  const { events } = await readEvents(app, { organisationIds: [organisationId], after: 0, limit: 10_000 })
  const { of } = await changesFor(app, [...names.keys()], events)
  const noticesOf = (way: string, userId: string, eventId: number): readonly Notice[] => {
    const who = names.get(userId)
    return who === undefined ? [] : [{ way, who, userId, eventId }]
  }
  return [
    ...hooks.flatMap((row) => noticesOf('webhook', row.user_id, row.event_id)),
    ...bell.flatMap((row) => noticesOf('bell', row.user_id, row.event_id)),
    ...[...names.keys()].flatMap((id) => of(id).flatMap(({ eventId }) => noticesOf('stream', id, eventId))),
  ]
}

/** What accompanies another entry of the history, and says nothing of its own there. */
const accompanies = ({ name, facts }: { readonly name: string; readonly facts: unknown }) => {
  const known = facts as Readonly<Record<string, unknown>>
  return (silentActions as readonly string[]).includes(name) || 'statusMessageId' in known || 'tagId' in known
}

test('people get notices of what the history of the record shows them, and of nothing else [A-204]', async () => {
  const notices = await allNotices()
  const rows = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', made.world.organisationId)
    .select(['id', 'name', 'facts'])
    .execute()
  const events = new Map(rows.map((row) => [row.id, row]))
  const wrong: string[] = []
  for (const [who, { user }] of made.people) {
    const readable = await readBy(user)
    for (const { way, eventId } of notices.filter((each) => each.userId === user.id)) {
      const event = events.get(eventId)
      if (event && !accompanies(event) && !readable.has(eventId))
        wrong.push(`${who}: ${event.name} by ${way}`)
    }
  }
  expect([...new Set(wrong)]).toEqual([])
  const namesTo = (asked: string, way: string) =>
    notices
      .filter((each) => each.who === asked && each.way === way)
      .map(({ eventId }) => events.get(eventId)?.name)
  for (const way of ['webhook', 'stream']) {
    expect(namesTo('law firm', way), way).toContain('matter.updated')
    expect(namesTo('guest', way), way).toContain('contract.updated')
  }
  expect(namesTo('lawyer', 'stream')).toContain('matter.budget.set')
  expect(namesTo('law firm', 'stream')).not.toContain('matter.budget.set')
})

test('no notification, mail or webhook has words of what its reader may not read [A-204]', async () => {
  const { app } = parts
  await allNotices()
  parts.clock.advance({ minutes: 5 })
  await mailNow(app)
  await runWebhooksOnce(app)
  expect(receiver().requests.length).toBeGreaterThan(0)
  const wrong: string[] = []
  const isTelling = (text: string) => text.includes(secret) || text.includes(note)
  for (const { body } of receiver().requests) if (isTelling(body.toString())) wrong.push('webhook')
  for (const [who, { user, caller }] of made.people) {
    const mails = await mailsTo(app, { email: user.email })
    for (const { subject, body } of mails) if (isTelling(`${subject} ${body}`)) wrong.push(`${who}: mail`)
    for (const { text, record } of await notificationsOf(app, caller))
      if (isTelling(`${text} ${record.name}`)) wrong.push(`${who}: bell`)
  }
  expect(wrong).toEqual([])
})

test('the answer of a requester goes to who asked, and to a law firm only if it asked [A-204]', async () => {
  const { app } = parts
  const { users, people, world } = made
  const { owner } = world.people
  const firm = users['law firm']
  const matterId = await insertMatter(app, {
    owner,
    values: { manager_id: firm.id },
    members: [firm, users.lawyer],
  })
  const answered = async (askedBy: string, answer: string) =>
    change(app, systemActor('test'), async () => ({
      result: undefined,
      events: [
        intakeEvent(
          'matter.intake.answered',
          { organisationId: world.organisationId, id: matterId },
          { questionId: 1, question: 'When?', answer, askedBy },
        ),
      ],
    }))
  await answered(users.lawyer.id, 'In March')
  await answered(firm.id, 'In June')
  const textsOf = async (who: string) => {
    const caller = people.get(who)?.caller
    const found = caller ? await notificationsOf(app, caller) : []
    return found
      .filter(({ record }) => record.id === matterId && record.type === 'Matter')
      .map(({ text }) => text)
  }
  expect((await textsOf('law firm')).join()).toContain('In June')
  expect((await textsOf('law firm')).join()).not.toContain('In March')
  expect((await textsOf('lawyer')).join()).toContain('In March')
})
