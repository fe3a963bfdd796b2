// The notification defaults of an organisation through v2: they hold until somebody chooses.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { defaultWays } from '../notification.ts'
import { notifyPreferencesOfMany } from '../preferences.ts'

const parts = useTestApp()
const path = '/v2/notificationDefaults'

let admin: TestUser
let person: TestUser
let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  person = await createUser(parts.app, { organisationId })
  caller = await callerFor(parts, admin)
})

const waysOf = async (user: TestUser) =>
  (await (await callerFor(parts, user)).get('/v2/me')).json<{ preferences: { notify: object } }>().preferences
    .notify
const choose = async (user: TestUser, notify: object) =>
  (await callerFor(parts, user)).patch('/v2/me/preferences', { notify })

test('defaults hold for who has not chosen and for new people, choices win [N-90]', async () => {
  expect((await caller.get(path)).json()).toEqual({ notify: defaultWays, standard: defaultWays })
  await choose(person, { status: 'Off' })
  expect((await caller.patch(path, { notify: { status: 'Mail', message: 'Off' } })).statusCode).toBe(204)
  expect(await waysOf(admin)).toEqual({ ...defaultWays, status: 'Mail', message: 'Off' })
  expect(await waysOf(person)).toEqual({ ...defaultWays, status: 'Off', message: 'Off' })
  const newcomer = await createUser(parts.app, { organisationId: admin.organisationId })
  const elsewhere = await createUser(parts.app, { organisationId: (await createOrganisation(parts.app)).id })
  // as those are read who are notified of one event
  const ways = await notifyPreferencesOfMany(
    parts.app.db,
    [newcomer, elsewhere, person].map(({ id, organisationId }) => ({ userId: id, organisationId })),
  )
  expect(ways(newcomer.id)).toMatchObject({ status: 'Mail', message: 'Off' })
  expect(ways(elsewhere.id)).toEqual(defaultWays)
  expect(ways(person.id)).toMatchObject({ status: 'Off', message: 'Off' })

  await choose(person, { status: null })
  expect(await waysOf(person)).toMatchObject({ status: 'Mail' })
  expect((await caller.patch(path, { notify: { status: null } })).statusCode).toBe(204)
  expect(await waysOf(person)).toEqual({ ...defaultWays, message: 'Off' })
  expect((await caller.get(path)).json()).toEqual({
    notify: { ...defaultWays, message: 'Off' },
    standard: defaultWays,
  })
})

test('defaults are changed by administrators only, from the version they read, and in the history [N-91]', async () => {
  const first = await caller.get(path)
  const ofPerson = await callerFor(parts, person)
  expect((await ofPerson.get(path)).statusCode).toBe(403)
  expect((await ofPerson.patch(path, { notify: { status: 'Off' } })).statusCode).toBe(403)
  expect((await caller.patch(path, { notify: { status: 'Off' } })).statusCode).toBe(204)
  const stale = await caller.patch(
    path,
    { notify: { status: 'Mail' } },
    { headers: { 'if-match': String(first.headers.etag) } },
  )
  expect(stale.statusCode).toBe(412)
  expect((await caller.patch(path, { notify: { status: 'Off' } })).statusCode).toBe(204)
  const { rows } = await parts.app.database.pool.query<{ facts: object }>(
    `select facts from events where organisation_id = $1 and name = 'organisation.notifications.updated'`,
    [admin.organisationId],
  )
  expect(rows).toMatchObject([{ facts: { changed: { status: { from: 'InApp', to: 'Off' } } } }])
  for (const [wrong, name] of [
    [{ notify: { status: 'Fax' } }, 'notify.status'],
    [{ notify: { other: 'Off' } }, 'notify.other'],
    [{}, 'notify'],
  ] as const) {
    const refused = await caller.patch(path, wrong)
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      [name],
    ])
  }
  expect(await waysOf(person)).toEqual({ ...defaultWays, status: 'Off' })
})
