// What a caller has changed holds for the next request, whichever process answers it: four processes on one database.
import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { expect, test } from 'vitest'
import { passwordHash } from '../../../test/peers/browser.ts'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { cleanEnvironment } from '../../../test/servers/server-process.ts'
import {
  all,
  call,
  holdsEverywhere,
  statuses,
  useProcesses,
} from '../../../test/servers/several-processes.ts'
import { accessTokenFor, codeFor, createClient, grantTo } from '../../../test/tokens.ts'
import { createLog } from '../../platform/installation/log.ts'
import { beginSession } from '../../identity/sessions/session.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { buildApp } from './app.ts'

const processes = useProcesses(4)

async function setUp() {
  const organisation = await createOrganisation(processes.app)
  const admin = await createUser(processes.app, { organisationId: organisation.id, role: 'Administrator' })
  const person = await createUser(processes.app, { organisationId: organisation.id })
  return {
    organisation,
    person,
    adminToken: await accessTokenFor(processes.app, admin),
    token: await accessTokenFor(processes.app, person),
  }
}

test('a feature that was switched is switched in every process', async () => {
  const { adminToken, token } = await setUp()
  const switching = (enabled: boolean) => ({
    change: { method: 'PATCH', path: '/v2/features/WEBHOOKS', token: adminToken, body: { enabled } },
    leadsTo: enabled ? 200 : 403,
  })
  const asked = { path: '/account-apis/v1/webhooks/subscriptions', token }
  expect(await statuses(processes, asked)).toEqual(all(processes, 200))
  await holdsEverywhere(processes, asked, [switching(false), switching(true)])
})

test('rights that were given or taken hold in every process', async () => {
  const { adminToken, token, person } = await setUp()
  const giving = (role: string) => ({
    change: { method: 'PATCH', path: `/v2/users/${person.id}/rights`, token: adminToken, body: { role } },
    leadsTo: role === 'Administrator' ? 200 : 403,
  })
  const asked = { path: '/v2/invitations', token }
  expect(await statuses(processes, asked)).toEqual(all(processes, 403))
  await holdsEverywhere(processes, asked, [giving('Administrator'), giving('InhouseLegal')])
})

test('a team that was joined or left opens and closes its records in every process', async () => {
  const { adminToken, token, person, organisation } = await setUp()
  const owner = await createUser(processes.app, { organisationId: organisation.id })
  const teamId = await createTeam(processes.app, { organisationId: organisation.id })
  const matterId = await insertMatter(processes.app, { owner, values: { team_id: teamId } })
  const members = `/v2/teams/${teamId}/members`
  const asked = { path: `/v2/matters/${matterId}`, token }
  expect(await statuses(processes, asked)).toEqual(all(processes, 404))
  const joins = { method: 'POST', path: members, token: adminToken, body: { id: person.id } }
  const leaves = { method: 'DELETE', path: `${members}/${person.id}`, token: adminToken }
  await holdsEverywhere(processes, asked, [
    { change: joins, leadsTo: 200 },
    { change: leaves, leadsTo: 404 },
  ])
})

test('a disabled person is out in every process', async () => {
  for (const server of processes.servers) {
    const { adminToken, token, person } = await setUp()
    const asked = { path: '/v2/me', token }
    expect(await statuses(processes, asked)).toEqual(all(processes, 200))
    const disable = { method: 'POST', path: `/v2/users/${person.id}/disable`, token: adminToken }
    expect((await call(server, disable)).status).toBeLessThan(300)
    expect(await statuses(processes, asked)).toEqual(all(processes, 401))
  }
})

async function signedIn(user: TestUser): Promise<string> {
  const secret = await internalTransaction(processes.app, (tx, now) =>
    beginSession(tx, { userId: user.id, method: 'password', device: { userAgent: '', address: '' } }, now),
  )
  return `chancery_session=${secret}`
}

test('sessions that were ended are ended in every process', async () => {
  const { organisation } = await setUp()
  for (const server of processes.servers) {
    const user = await createUser(processes.app, {
      organisationId: organisation.id,
      passwordHash: await passwordHash(),
    })
    const cookie = await signedIn(user)
    const token = await accessTokenFor(processes.app, user)
    expect(await statuses(processes, { path: '/v2/me', cookie })).toEqual(all(processes, 200))
    const end = { method: 'POST', path: '/v2/my/sessions/end', token, body: { keepCurrent: false } }
    expect((await call(server, end)).status).toBeLessThan(300)
    expect(await statuses(processes, { path: '/v2/me', cookie })).toEqual(all(processes, 401))
  }
})

test('a token that was revoked is refused by every process', async () => {
  const { organisation } = await setUp()
  for (const server of processes.servers) {
    const user = await createUser(processes.app, { organisationId: organisation.id })
    const client = await createClient(processes.app, { organisationId: organisation.id })
    const pair = await grantTo(processes.app, user, client)
    const asked = { path: '/v2/me', token: pair.accessToken }
    expect(await statuses(processes, asked)).toEqual(all(processes, 200))
    const body = new URLSearchParams({
      token: pair.refreshToken,
      client_id: client.clientId,
      client_secret: client.secret,
    })
    expect((await call(server, { method: 'POST', path: '/oauth/revoke', body })).status).toBe(200)
    expect(await statuses(processes, asked)).toEqual(all(processes, 401))
  }
})

test('replaced signing keys are refused and known in every process', async () => {
  const { token, person } = await setUp()
  expect(await statuses(processes, { path: '/v2/me', token })).toEqual(all(processes, 200))
  execFileSync(process.execPath, ['server/operations/cli/chancery.ts', 'keys', 'replace'], {
    env: { ...cleanEnvironment(), ...processes.env, CHANCERY_STATE_DIR: processes.stateDir },
  })
  expect(await statuses(processes, { path: '/v2/me', token })).toEqual(all(processes, 401))
  const published = await Promise.all(
    processes.servers.map(async (server) => (await call(server, { path: '/.well-known/jwks.json' })).json()),
  )
  expect(new Set(published.map((keys) => JSON.stringify(keys))).size).toBe(1)
  // this process does not listen
  await processes.app.keys.verify(token)
  expect(await statuses(processes, { path: '/v2/me', token: await tokenOfNewKeys(person) })).toEqual(
    all(processes, 200),
  )
})

/** From a process that starts now, as the others have the new keys and this one reads them within a minute. */
async function tokenOfNewKeys(user: TestUser): Promise<string> {
  const { config } = processes.app
  const other = await buildApp(config, processes.database.connection, { log: createLog('silent') })
  try {
    return await accessTokenFor(other, user)
  } finally {
    await other.close()
  }
}

test('the clock of the sandbox is moved in every process: what has expired is refused', async () => {
  const { organisation, person } = await setUp()
  const admin = await createUser(processes.app, { organisationId: organisation.id, role: 'Administrator' })
  const token = await tokenOfNewKeys(admin)
  const client = await createClient(processes.app, { organisationId: organisation.id })
  for (const server of processes.servers) {
    const codes = await Promise.all(processes.servers.map(() => codeFor(processes.app, person, client)))
    const move = { method: 'PUT', path: '/v2/sandbox/clock', token, body: { advanceSeconds: 660 } }
    expect((await call(server, move)).status).toBe(200)
    const exchanged = await Promise.all(
      processes.servers.map((other, index) =>
        call(other, {
          method: 'POST',
          path: '/account-apis/v1/auth/token',
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: codes[index] ?? '',
            client_id: client.clientId,
            client_secret: client.secret,
            redirect_uri: client.redirectUri,
          }),
        }),
      ),
    )
    expect(exchanged.map(({ status }) => status)).toEqual(all(processes, 400))
    await processes.app.clock.refresh()
  }
  const back = { method: 'PUT', path: '/v2/sandbox/clock', token, body: { reset: true } }
  expect((await call(processes.servers[0], back)).status).toBe(200)
  await processes.app.clock.refresh()
})

/** An administrator who can switch webhooks, and the call that this opens and closes. */
async function switchable() {
  const { organisation, person } = await setUp()
  const admin = await createUser(processes.app, { organisationId: organisation.id, role: 'Administrator' })
  const adminToken = await tokenOfNewKeys(admin)
  const path = '/v2/features/WEBHOOKS'
  return {
    asked: { path: '/account-apis/v1/webhooks/subscriptions', token: await tokenOfNewKeys(person) },
    switching: (enabled: boolean) => ({ method: 'PATCH', path, token: adminToken, body: { enabled } }),
  }
}

test('a process that stands still holds nobody up for long, and knows when it goes on', async () => {
  const { asked, switching } = await switchable()
  expect(await statuses(processes, asked)).toEqual(all(processes, 200))
  const [stopped] = processes.servers
  process.kill(stopped?.pid ?? 0, 'SIGSTOP')
  try {
    expect((await call(processes.servers[1], switching(false))).status).toBe(204)
    const others = await Promise.all(processes.servers.slice(1).map((server) => call(server, asked)))
    expect(others.map(({ status }) => status)).toEqual([403, 403, 403])
  } finally {
    process.kill(stopped?.pid ?? 0, 'SIGCONT')
  }
  expect((await call(stopped, asked)).status).toBe(403)
})

test('a process whose connection for announcements breaks keeps no copies until it listens again', async () => {
  const { asked, switching } = await switchable()
  const superuser = new pg.Client(processes.database.connection)
  await superuser.connect()
  try {
    for (let round = 0; round < repetitions(4, 40); round++) {
      const enabled = round % 2 === 1
      await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'chancery listener' and datname = current_database()`,
      )
      expect((await call(processes.servers[round % 4], switching(enabled))).status).toBe(204)
      expect(await statuses(processes, asked)).toEqual(all(processes, enabled ? 200 : 403))
    }
  } finally {
    await superuser.end()
  }
})
