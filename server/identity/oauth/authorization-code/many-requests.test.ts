// Authorization requests that anonymous callers start and never finish.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createClient } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { runJob } from '../../../operations/process/worker.ts'
import { oauthJobs } from '../jobs.ts'

const parts = useTestApp()

async function setUp() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const client = await createClient(parts.app, { organisationId })
  const redirectUri = encodeURIComponent(client.redirectUri)
  const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${redirectUri}`
  const start = (remoteAddress: string, more = '') =>
    parts.server.inject({
      method: 'POST',
      url: '/oauth/authorization-requests',
      remoteAddress,
      payload: { query: query + more },
    })
  return { organisationId, client, start }
}

const kept = () => parts.app.db.selectFrom('authorization_requests').selectAll().execute()

test('a state of 2 KB is stored; a longer one is rejected to the client, with nothing stored [A-21]', async () => {
  const { client, start } = await setUp()
  const before = (await kept()).length
  for (const length of [2_049, 31_000]) {
    const answer = await start('192.0.2.1', `&state=${'x'.repeat(length)}`)
    const target = new URL(answer.json<{ redirectTo: string }>().redirectTo)
    expect(target.origin + target.pathname).toBe(client.redirectUri)
    expect(target.searchParams.get('error')).toBe('invalid_request')
    expect(target.searchParams.get('error_description')).toContain('state may have 2048 bytes')
    expect(target.searchParams.get('state')).toHaveLength(length)
  }
  expect((await kept()).length).toBe(before)
  expect((await start('192.0.2.1', `&state=${'x'.repeat(2_048)}`)).statusCode).toBe(201)
})

test('200 from one address may be open, however many are sent concurrently; a decision frees a place [A-22]', async () => {
  const { organisationId, start } = await setUp()
  const before = (await kept()).length
  const answers = await Promise.all(Array.from({ length: 350 }, () => start('198.51.100.9')))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(200)
  // beyond those, most are not even queued
  expect(new Set(statuses)).toEqual(new Set([201, 429, 503]))
  expect((await kept()).length).toBe(before + 200)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await start('198.51.100.10')).statusCode).toBe(201)

  const user = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
  const browser = openBrowser(parts.server)
  await browser.signIn(user.email)
  const [one] = answers.filter(({ statusCode }) => statusCode === 201)
  const { id } = one?.json<{ id: string }>() ?? { id: '' }
  const decided = await browser.call('POST', `/oauth/authorization-requests/${id}/decision`, {
    decision: 'deny',
  })
  expect(decided.statusCode, decided.body).toBe(200)
  expect((await start('198.51.100.9')).statusCode).toBe(201)
  expect((await start('198.51.100.9')).statusCode).toBe(429)
})

test('at 20,000 in total, those of the network with the most are removed first, and nobody else is kept out [A-22]', async () => {
  const { client, start } = await setUp()
  const honest = (await start('203.0.113.1')).json<{ id: string }>().id
  await internalTransaction(parts.app, (tx, now) =>
    // 200 networks with 100 each
    sql`insert into authorization_requests (id, client_id, redirect_uri, network, created_at, expires_at)
      select 'of-' || n, ${client.id}, 'https://a.example/', decode(lpad(to_hex(n % 200), 64, '0'), 'hex'), ${now},
        ${now}::timestamptz + make_interval(secs => 60 + n / 10)
      from generate_series(1, 20000) n`.execute(tx),
  )
  expect((await start('203.0.113.2')).statusCode).toBe(201)
  const ids = (await kept()).map(({ id }) => id)
  expect(ids.length).toBeLessThanOrEqual(20_000)
  expect(ids).toContain(honest)
  // the ones that expire first
  expect(ids).not.toContain('of-1')
  expect(ids).toContain('of-20000')
})

test('undecided requests are removed when they have expired [A-22]', async () => {
  const { start } = await setUp()
  await start('203.0.113.7')
  parts.clock.advance({ minutes: 61 })
  const purge = oauthJobs.find(({ name }) => name === 'purge-tokens')
  if (!purge) throw new Error('there is no such job')
  await runJob(parts.app, purge, {})
  expect(await kept()).toEqual([])
  expect((await start('198.51.100.9')).statusCode).toBe(201)
})
