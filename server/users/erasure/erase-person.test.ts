// Erasing people: what goes, what stays, and what is certified.
import { expect, test } from 'vitest'
import { passwordHash } from '../../../test/peers/browser.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { createOrganisation, createTeam, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { updateUserStatus } from '../../oauth/commands/update-user-status.ts'

const parts = useTestApp()

async function setUp() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const admin = await createUser(app, { organisationId, role: 'Administrator' })
  const person = await createUser(app, {
    organisationId,
    firstName: 'Wilhelmina',
    lastName: 'Featherstonehaugh',
    passwordHash: await passwordHash(),
  })
  const caller = await callerFor(parts, person)
  const administrator = await callerFor(parts, admin)
  const erase = (body: object = { reason: 'Asked for it in writing.' }) =>
    administrator.post(`/v2/users/${person.id}/erase`, body)
  const disable = async () =>
    updateUserStatus(app, await actorFor(app, admin), { userId: person.id, status: 'Disabled' })
  return { app, organisationId, admin, person, caller, administrator, erase, disable }
}

/** Every row of the database that holds one of these texts, by table. */
async function holding(texts: readonly string[]): Promise<readonly string[]> {
  const { pool } = parts.app.database
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    for (const text of texts) {
      const { rows: matches } = await pool.query(
        `select 1 from "${name}" as r where r::text ilike '%' || $1 || '%' limit 1`,
        [text],
      )
      if (matches.length > 0) found.push(`${name}: ${text}`)
    }
  }
  return found
}

test('nothing of the person is left anywhere but what they wrote into records, under "Former member" [P-54]', async () => {
  const { app, organisationId, admin, person, caller, administrator, erase, disable } = await setUp()
  await createTeam(app, { organisationId, members: [person] })
  const matterId = await insertMatter(app, { owner: admin, members: [person] })
  await caller.post(`/v2/matters/${matterId}/conversation`, { text: 'Agreed.' })
  await caller.patch(`/v2/users/${person.id}/profile`, {
    jobTitle: 'Lepidopterist in chief',
    mobilePhone: '+64 21 555 0147',
    biography: 'Collects unusual moths',
  })
  await caller.post('/v2/me/calendarFeeds', { scope: 'All' })
  await caller.put(`/v2/me/favourites/Matter/${matterId}`)
  const words = [
    'Wilhelmina',
    'Featherstonehaugh',
    person.email,
    'Lepidopterist',
    '555 0147',
    'unusual moths',
  ]
  expect((await holding(words)).length).toBeGreaterThan(3)
  await disable()

  const erased = await erase()
  expect(erased.statusCode, erased.body).toBe(200)
  expect(await holding(words)).toEqual([])
  const messages = (await administrator.get(`/v2/matters/${matterId}/conversation`)).body
  expect(messages).toContain('Agreed.')
  expect(messages).toContain('Former')
  expect((await administrator.get(`/v2/users/${person.id}`)).json()).toMatchObject({
    firstName: 'Former',
    lastName: 'member',
    status: 'Disabled',
  })
  const certificate = erased.json<{ removed: Record<string, number>; kept: Record<string, number> }>()
  expect(certificate).toMatchObject({
    user: { id: person.id },
    erased: { user: { id: admin.id }, dateUtc: parts.clock.now().toISOString() },
    reason: 'Asked for it in writing.',
    removed: { team_members: 1 },
    kept: { matter_members: 1, matter_messages: 1 },
  })
  expect((await administrator.get(`/v2/users/${person.id}/erasure`)).json()).toEqual(certificate)
})

test('somebody who is not disabled is not erased, nor is anybody twice; a reason is needed [P-55]', async () => {
  const { person, administrator, erase, disable } = await setUp()
  expect((await erase()).statusCode).toBe(409)
  expect((await administrator.get(`/v2/users/${person.id}/erasure`)).statusCode).toBe(404)
  await disable()
  for (const body of [
    {},
    { reason: '' },
    { reason: null },
    { reason: 'x'.repeat(1_001) },
    { reason: 'x', more: 1 },
  ]) {
    expect((await erase(body)).statusCode, JSON.stringify(body).slice(0, 40)).toBe(400)
  }
  expect((await administrator.get(`/v2/users/${person.id}`)).json()).toMatchObject({
    firstName: 'Wilhelmina',
  })
  expect((await erase()).statusCode).toBe(200)
  expect((await erase()).statusCode).toBe(409)
  for (const act of ['enable', 'invitation']) {
    expect((await administrator.post(`/v2/users/${person.id}/${act}`)).statusCode, act).toBe(409)
  }
  const renamed = await administrator.patch(`/v2/users/${person.id}/profile`, { firstName: 'Wilhelmina' })
  expect(renamed.statusCode).toBe(409)
})

test('the address of an erased person can be invited again, as somebody new', async () => {
  const { person, administrator, erase, disable } = await setUp()
  await disable()
  await erase()
  const invited = await administrator.post('/v2/users', {
    email: person.email,
    firstName: 'Wilhelmina',
    lastName: 'Again',
    role: 'Standard',
  })
  expect(invited.statusCode, invited.body).toBe(201)
  expect(invited.json<{ id: string }>().id).not.toBe(person.id)
})
