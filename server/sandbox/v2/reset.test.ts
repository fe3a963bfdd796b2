// The reset of a sandbox through v2, on the demo as a start makes it.
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { as } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, askForTokens } from '../../../test/tokens.ts'
import { findDemoClient } from '../demo/demo-client.ts'
import { ensureDemo } from '../demo/ensure-demo.ts'
import { grantToUser } from '../../identity/oauth/commands/grant-to-user.ts'
import { verifyPassword } from '../../identity/sessions/passwords.ts'

const path = '/v2/sandbox/reset'
const parts = useTestApp({}, { demo: true })

const findUser = (email: string) =>
  parts.app.db
    .selectFrom('users')
    .where('email_key', '=', email)
    .select([
      'id',
      'organisation_id as organisationId',
      'email',
      'first_name as name',
      'role',
      'status',
      'password_hash',
    ])
    .executeTakeFirst()

async function demoUser(email: string) {
  const user = await findUser(email)
  if (!user) throw new Error(`There is no ${email}`)
  return user
}

// what differs from run to run: views that are recorded after answers, and what jobs make
const volatile = new Set([
  'recents',
  'notifications',
  'notification_dispatches',
  'event_dispatches',
  'file_texts',
])
volatile.add('file_text_parts').add('file_words').add('guesses').add('users').add('events')

async function counts(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await parts.app.database.pool.query<{ name: string; count: number }>(`
    select c.relname as name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || quote_ident(c.relname),
      false, true, '')))[1]::text::int as count
    from pg_class c join pg_index x on x.indrelid = c.oid and x.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'organisation_id'`)
  return Object.fromEntries(
    rows.filter(({ name }) => !volatile.has(name)).map(({ name, count }) => [name, count]),
  )
}

describe('a reset', () => {
  beforeAll(() => ensureDemo(parts.app))

  test('puts the demo back to its first state, keeps client, secret, people, tokens and sessions [G-126]', async () => {
    const { app, server } = parts
    const atFirst = await counts()
    const secret = (await findDemoClient(app))?.clientSecret
    expect(secret).toBeTypeOf('string')
    const admin = await demoUser('admin@harbour.example')
    const counsel = await demoUser('counsel@harbour.example')
    const tokens = await grantToUser(app, { userId: counsel.id, clientId: 'chancery-demo' })
    const call = as(server, await accessTokenFor(app, admin))
    const extra = await createUser(app, { organisationId: admin.organisationId, role: 'InhouseLegal' })

    const [contract] = (await call.get('/v2/contracts?$top=1')).json<{ items: { id: number }[] }>().items
    expect((await call.delete(`/v2/contracts/${contract?.id ?? 0}`)).statusCode).toBe(204)
    expect(
      (await call.patch(`/v2/users/${counsel.id}/rights`, { role: 'Standard' })).statusCode,
    ).toBeLessThan(300)
    const subscription = { topics: ['matter.created'], subscriptionUrl: 'https://localhost:1/hook' }
    expect((await call.post('/account-apis/v1/webhooks/subscriptions', subscription)).statusCode).toBe(201)

    const answer = await call.post(path, {})
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({
      now: expect.any(String),
      organisations: ['Harbour', 'Ashfield Law', 'Northcott & Vale', 'Meridian'].map((name) => ({
        id: expect.any(Number),
        name,
      })),
      removedPeople: 1,
      disabledPeople: 0,
      clientId: 'chancery-demo',
    })
    expect(await counts()).toEqual(atFirst)
    expect(await findUser(extra.email)).toBeUndefined()
    const restored = await demoUser('counsel@harbour.example')
    expect(restored).toMatchObject({ id: counsel.id, role: 'InhouseLegal', status: 'Active' })
    expect(await verifyPassword(restored.password_hash, 'chancery-demo')).toBe(true)
    expect((await demoUser('simone.laurent@harbour.example')).status).toBe('Disabled')

    // the same token, secret and refresh token go on
    expect((await call.get('/v2/contracts?$count=true')).json()).toMatchObject({ count: expect.any(Number) })
    expect((await findDemoClient(app))?.clientSecret).toBe(secret)
    const refreshed = await askForTokens(server, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
      client_id: 'chancery-demo',
      client_secret: secret ?? '',
    })
    expect(refreshed.statusCode, refreshed.body).toBe(200)
  })

  test('leaves other organisations alone, disables whom they name, and keeps the caller [G-126]', async () => {
    const { app, server } = parts
    const { organisationId } = await demoUser('admin@harbour.example')
    const caller = await createUser(app, { organisationId, role: 'Administrator' })
    const named = await createUser(app, { organisationId, role: 'InhouseLegal' })
    const elsewhere = await createOrganisation(app)
    const owner = await createUser(app, { organisationId: elsewhere.id, role: 'Administrator' })
    const templateId = await createContractTemplate(app, { organisationId: elsewhere.id })
    const contractId = await insertContract(app, { owner, templateId, members: [named] })
    const refused = await as(server, await accessTokenFor(app, owner)).post(path, {})
    expect(refused.statusCode, refused.body).toBe(403)
    const answer = await as(server, await accessTokenFor(app, caller)).post(path, {})
    expect(answer.json()).toMatchObject({ removedPeople: 0, disabledPeople: 1 })
    expect(await findUser(caller.email)).toMatchObject({ status: 'Active', role: 'Administrator' })
    expect(await findUser(named.email)).toMatchObject({ status: 'Disabled' })
    const theirs = await as(server, await accessTokenFor(app, owner)).get(`/v2/contracts/${contractId}`)
    expect(theirs.statusCode, theirs.body).toBe(200)
  })
})

describe('without a demo', () => {
  const empty = useTestApp()

  test('there is nothing to reset [G-126]', async () => {
    const { id } = await createOrganisation(empty.app)
    const admin = await createUser(empty.app, { organisationId: id, role: 'Administrator' })
    const answer = await as(empty.server, await accessTokenFor(empty.app, admin)).post(path, {})
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      409,
      'This sandbox has no demo. "node bin/chancery.mjs seed" makes one.',
    ])
  })
})
