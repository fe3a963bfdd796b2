// The sandbox's outbox and clock through v2.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { as } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { startClock } from '../../platform/time/clock.ts'

describe('in the sandbox', () => {
  const parts = useTestApp()

  async function setUp() {
    const { id } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, { organisationId: id, role: 'Administrator' })
    const colleague = await createUser(parts.app, { organisationId: id })
    const caller = async (user: TestUser) => as(parts.server, await accessTokenFor(parts.app, user))
    return { admin, colleague, caller }
  }

  const send = (to: TestUser, subject: string) =>
    internalTransaction(parts.app, (tx, now) =>
      parts.app.mail.send(
        tx,
        { organisationId: to.organisationId, to: to.email, subject, text: `${subject}.\n` },
        now,
      ),
    )

  test('an administrator sees all mail of their organisation, others their own, newest first [G-22]', async () => {
    const { admin, colleague, caller } = await setUp()
    const outsider = await setUp()
    await send(admin, 'first')
    parts.clock.advance({ seconds: 1 })
    await send(colleague, 'second')
    const subjects = async (user: TestUser, query = '') =>
      (await (await caller(user)).get(`/v2/sandbox/outbox${query}`))
        .json<{ items: { subject: string }[] }>()
        .items.map(({ subject }) => subject)
    expect(await subjects(admin)).toEqual(['second', 'first'])
    expect(await subjects(admin, '?$top=1&$skip=1')).toEqual(['first'])
    expect(await subjects(colleague)).toEqual(['second'])
    expect(await subjects(outsider.admin)).toEqual([])
    const [mail] = (await (await caller(colleague)).get('/v2/sandbox/outbox')).json<{ items: object[] }>()
      .items
    expect(mail).toEqual({
      id: expect.any(Number),
      to: colleague.email,
      subject: 'second',
      text: 'second.\n',
      sentAt: parts.clock.now().toISOString(),
      attachments: [],
    })
  })

  test('an administrator moves the clock and resets it; every process follows [G-21]', async () => {
    const { admin, colleague, caller } = await setUp()
    const mine = await caller(admin)
    const path = '/v2/sandbox/clock'
    expect((await mine.put(path, { advanceSeconds: 3_600.5 })).json()).toMatchObject({
      offsetSeconds: 3_600.5,
    })
    expect((await mine.put(path, { advanceSeconds: 60 })).json()).toMatchObject({ offsetSeconds: 3_660.5 })
    const other = await startClock(parts.app.database, { movable: true, log: parts.app.log })
    const ahead = other.now().getTime() - Date.now()
    other.stop()
    expect(Math.abs(ahead - 3_660_500)).toBeLessThan(5_000)
    const refused = await (await caller(colleague)).put(path, { reset: true })
    expect(refused.statusCode).toBe(403)
    const shown = await mine.get(path)
    expect(shown.json()).toMatchObject({ offsetSeconds: 3_660.5 })
    // for pages, which go by it
    expect(shown.headers['sandbox-clock']).toBe(parts.app.clock.now().toISOString())
    for (const body of [{ advanceSeconds: -1 }, { advanceSeconds: 1e12 }, { reset: false }, {}]) {
      expect((await mine.put(path, body)).statusCode).toBe(400)
    }
    expect((await mine.put(path, { reset: true })).json()).toMatchObject({ offsetSeconds: 0 })
  })

  test('what was planned while the clock was ahead comes back with it [G-125]', async () => {
    const { admin, caller } = await setUp()
    const mine = await caller(admin)
    await mine.put('/v2/sandbox/clock', { advanceSeconds: 864_000 })
    const subscription = { topics: ['matter.created'], subscriptionUrl: 'https://localhost:1/hook' }
    const made = await mine.post('/account-apis/v1/webhooks/subscriptions', subscription)
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    const ahead = new Date(parts.app.clock.now().getTime() + 60_000)
    await internalTransaction(parts.app, (tx, now) =>
      tx
        .insertInto('webhook_deliveries')
        .values({
          organisation_id: admin.organisationId,
          subscription_id: id,
          message_id: 'msg-ahead',
          event_id: 1,
          event_at: now,
          topic: 'matter.created',
          resource_id: 1,
          subject_kind: 'matter',
          subject_id: 1,
          collecting: false,
          state: 'pending',
          due_at: ahead,
          created_at: now,
        })
        .execute(),
    )
    await mine.put('/v2/sandbox/clock', { reset: true })
    const { due_at: due } = await parts.app.db
      .selectFrom('webhook_deliveries')
      .where('organisation_id', '=', admin.organisationId)
      .where('message_id', '=', 'msg-ahead')
      .select('due_at')
      .executeTakeFirstOrThrow()
    expect(ahead.getTime() - due.getTime()).toBe(864_000_000)
  })
})

describe('in production', () => {
  const parts = useTestApp({
    CHANCERY_ENVIRONMENT: 'production',
    CHANCERY_PUBLIC_URL: 'https://legal.example',
  })

  test('there is neither outbox nor clock [G-23]', async () => {
    const { id } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, { organisationId: id, role: 'Administrator' })
    const caller = as(parts.server, await accessTokenFor(parts.app, admin))
    expect((await caller.get('/v2/sandbox/outbox')).statusCode).toBe(404)
    expect((await caller.get('/v2/sandbox/clock')).statusCode).toBe(404)
    expect((await caller.put('/v2/sandbox/clock', { reset: true })).statusCode).toBe(404)
    const clients = await caller.get('/v2/integrationClients')
    expect([clients.statusCode, clients.headers['sandbox-clock']]).toEqual([200, undefined])
  })
})
