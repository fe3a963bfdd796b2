// The refresh grant at the token endpoint.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { askForTokens, createClient, grantTo } from '../../../../test/tokens.ts'
import { buildApp } from '../../../operations/process/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { buildServer } from '../../../operations/process/server.ts'
import { serverParts } from '../../../operations/process/server-parts.ts'
import { createTokenAuthenticator } from '../bearer.ts'

const parts = useTestApp()

async function setUp({ withSecret = true } = {}) {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId: organisation.id })
  const client = await createClient(parts.app, { organisationId: organisation.id })
  const pair = await grantTo(parts.app, user, client, { withSecret })
  const parameters = {
    grant_type: 'refresh_token',
    client_id: client.clientId,
    client_secret: withSecret ? client.secret : undefined,
  }
  return { organisation, user, client, pair, parameters }
}

interface Pair {
  readonly access_token: string
  readonly refresh_token: string
}
type Parameters = Record<string, string | undefined>

const ask = (parameters: Parameters) => askForTokens(parts.server, parameters)
const refresh = async (parameters: Parameters, refreshToken: string): Promise<Pair> => {
  const answer = await ask({ ...parameters, refresh_token: refreshToken })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Pair>()
}
const isLive = async (accessToken: string) =>
  (await createTokenAuthenticator(parts.app, { milliseconds: 0 })(accessToken)) !== undefined

const notValid = { error: 'invalid_grant', error_description: 'Refresh token is not valid' }

test('a refresh token is exchanged for the next pair, and the first access token stays valid [A-60]', async () => {
  const { pair, parameters } = await setUp()
  const next = await refresh(parameters, pair.refreshToken)
  expect(next.refresh_token).not.toBe(pair.refreshToken)
  expect(await isLive(next.access_token)).toBe(true)
  expect(await isLive(pair.accessToken)).toBe(true)
  await refresh(parameters, next.refresh_token)
})

test('refresh_a missing token is named [A-65]', async () => {
  const { parameters } = await setUp()
  const answer = await ask(parameters)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    error: 'invalid_request',
    error_description: 'Required parameter missing from request body: refresh_token',
  })
})

test('a wrong refresh token is rejected [A-66]', async () => {
  const { pair, parameters } = await setUp()
  const answer = await ask({ ...parameters, refresh_token: 'wrong' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(notValid)
  await refresh(parameters, pair.refreshToken)
})

test('a refresh token of another client is rejected and stays valid for its own [A-67]', async () => {
  const { pair, parameters, organisation } = await setUp()
  const other = await createClient(parts.app, { organisationId: organisation.id })
  const answer = await ask({
    ...parameters,
    client_id: other.clientId,
    client_secret: other.secret,
    refresh_token: pair.refreshToken,
  })
  expect(answer.json()).toEqual(notValid)
  await refresh(parameters, pair.refreshToken)
})

for (const { withSecret, days } of [
  { withSecret: true, days: 30 },
  { withSecret: false, days: 1 },
]) {
  test(`a refresh token lives ${days} days after an exchange ${withSecret ? 'with' : 'without'} secret, and each rotation restarts it [A-62, A-64]`, async () => {
    const { pair, parameters } = await setUp({ withSecret })
    parts.clock.advance({ seconds: days * 86_400 - 1 })
    const next = await refresh(parameters, pair.refreshToken)
    parts.clock.advance({ seconds: days * 86_400 - 1 })
    const third = await refresh(parameters, next.refresh_token)
    const expires = new Date(parts.clock.now().getTime() + days * 86_400_000)
    parts.clock.advance({ seconds: days * 86_400 })
    const answer = await ask({ ...parameters, refresh_token: third.refresh_token })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      error: 'invalid_grant',
      error_description: `Supplied refresh_token expired at '${expires.toISOString()}'`,
    })
    expect(expires.toISOString()).toMatch(/Z$/)
  })
}

test('the lifetime of an exchange without secret stays a day even when the secret comes with the refresh [A-63]', async () => {
  const { client, pair, parameters } = await setUp({ withSecret: false })
  const next = await refresh({ ...parameters, client_secret: client.secret }, pair.refreshToken)
  parts.clock.advance({ days: 1 })
  expect((await ask({ ...parameters, refresh_token: next.refresh_token })).json()).toMatchObject({
    error_description: expect.stringContaining('expired at'),
  })
})

const wrongSecret = {
  error: 'invalid_client',
  error_description: 'Supplied parameter is not correct: client_secret',
}

test('a secret sent at exchange and omitted at refresh is rejected, and the token stays valid [A-68]', async () => {
  const { pair, parameters } = await setUp()
  const answer = await ask({ ...parameters, client_secret: undefined, refresh_token: pair.refreshToken })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual(wrongSecret)
  await refresh(parameters, pair.refreshToken)
})

test('no secret at exchange and a wrong one at refresh is rejected, and the token stays valid [A-69]', async () => {
  const { pair, parameters } = await setUp({ withSecret: false })
  const answer = await ask({ ...parameters, client_secret: 'wrong', refresh_token: pair.refreshToken })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual(wrongSecret)
  await refresh(parameters, pair.refreshToken)
})

test('a spent token is rejected within a minute, and the pair of the first request stays valid [A-70]', async () => {
  const { pair, parameters } = await setUp()
  const next = await refresh(parameters, pair.refreshToken)
  parts.clock.advance({ seconds: 60 })
  expect((await ask({ ...parameters, refresh_token: pair.refreshToken })).json()).toEqual(notValid)
  expect(await isLive(next.access_token)).toBe(true)
  await refresh(parameters, next.refresh_token)
})

test('a spent token reused after a minute ends the grant and its access tokens, and no other grant [A-71]', async () => {
  const { user, client, pair, parameters } = await setUp()
  const other = await grantTo(parts.app, user, client)
  const next = await refresh(parameters, pair.refreshToken)
  parts.clock.advance({ seconds: 61 })
  expect(await isLive(next.access_token)).toBe(true)
  expect((await ask({ ...parameters, refresh_token: pair.refreshToken })).json()).toEqual(notValid)
  expect(await isLive(next.access_token)).toBe(false)
  expect(await isLive(pair.accessToken)).toBe(false)
  expect((await ask({ ...parameters, refresh_token: next.refresh_token })).json()).toEqual(notValid)
  expect(await isLive(other.accessToken)).toBe(true)
  await refresh(parameters, other.refreshToken)
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', user.organisationId)
    .where('name', '=', 'grant.ended')
    .select(['resource_id', 'facts'])
    .execute()
  expect(events).toMatchObject([
    { resource_id: pair.grantId, facts: { because: 'a refresh token was used twice', userId: user.id } },
  ])
})

test('a spent token whose successor was used ends the grant at once [A-71]', async () => {
  const { pair, parameters } = await setUp()
  const second = await refresh(parameters, pair.refreshToken)
  const third = await refresh(parameters, second.refresh_token)
  expect((await ask({ ...parameters, refresh_token: pair.refreshToken })).json()).toEqual(notValid)
  expect(await isLive(third.access_token)).toBe(false)
  expect((await ask({ ...parameters, refresh_token: third.refresh_token })).json()).toEqual(notValid)
})

test('any of 20 spent tokens of a chain ends it [A-71]', async () => {
  for (let replayed = 0; replayed < 20; replayed++) {
    const { pair, parameters } = await setUp()
    const tokens = [pair.refreshToken]
    let last: Pair = { access_token: pair.accessToken, refresh_token: pair.refreshToken }
    for (let step = 0; step < 21; step++) {
      last = await refresh(parameters, last.refresh_token)
      tokens.push(last.refresh_token)
    }
    expect(await isLive(last.access_token)).toBe(true)
    expect((await ask({ ...parameters, refresh_token: tokens[replayed] })).json()).toEqual(notValid)
    expect(await isLive(last.access_token)).toBe(false)
  }
})

test('of 50 concurrent refreshes exactly one succeeds, and its pair stays valid, round after round [A-61]', async () => {
  const { pair, parameters, user } = await setUp()
  let current = pair.refreshToken
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask({ ...parameters, refresh_token: current })),
    )
    const won = answers.filter(({ statusCode }) => statusCode === 200)
    const lost = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(won).toHaveLength(1)
    expect(lost.every((answer) => answer.statusCode === 400)).toBe(true)
    for (const answer of lost) expect(answer.json()).toEqual(notValid)
    const winner = won[0]?.json<Pair>()
    expect(await isLive(winner?.access_token ?? '')).toBe(true)
    current = winner?.refresh_token ?? ''
  }
  const grants = await parts.app.db
    .selectFrom('oauth_grants')
    .where('user_id', '=', user.id)
    .select(['ended_at', 'generation'])
    .execute()
  expect(grants).toEqual([{ ended_at: null, generation: 11 }])
})

test('concurrent refreshes of many grants share transactions, and each gets its own answer [A-61]', async () => {
  const [mine, others] = [await setUp(), await setUp()]
  const grants = []
  for (const { user, client, parameters } of Array.from({ length: 12 }, (_, index) =>
    index % 2 ? mine : others,
  )) {
    grants.push({ user, parameters, pair: await grantTo(parts.app, user, client) })
  }
  const spent = await refresh(mine.parameters, mine.pair.refreshToken)
  const answers = await Promise.all([
    ...grants.map(({ parameters, pair }) => ask({ ...parameters, refresh_token: pair.refreshToken })),
    ask({ ...mine.parameters, refresh_token: mine.pair.refreshToken }),
    ask({ ...mine.parameters, client_secret: 'wrong', refresh_token: spent.refresh_token }),
    ask({ ...others.parameters, refresh_token: spent.refresh_token }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...grants.map(() => 200), 400, 401, 400])
  for (const [index, { user, parameters }] of grants.entries()) {
    const next = answers[index]?.json<Pair & { readonly userId: string }>()
    expect(next?.userId).toBe(user.id)
    expect(await isLive(next?.access_token ?? '')).toBe(true)
    await refresh(parameters, next?.refresh_token ?? '')
  }
  // the refusals did not spend it
  await refresh(mine.parameters, spent.refresh_token)
  const { rows } = await parts.app.database.pool.query<{ transaction: string }>(
    `select distinct xmin::text as transaction from refresh_tokens where generation = 2 and grant_id = any($1)`,
    [grants.map(({ pair }) => pair.grantId)],
  )
  expect(rows.length).toBeLessThan(grants.length)
})

test('two processes agree on the one winner [A-61]', async () => {
  const { app } = parts
  const connection = app.database.pool.options
  const second = await buildApp(app.config, connection, { clock: app.clock, log: app.log })
  const secondServer = await buildServer(second, serverParts(second, { milliseconds: 0 }))
  const { pair, parameters } = await setUp()
  let current = pair.refreshToken
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        askForTokens(index % 2 === 0 ? parts.server : secondServer, {
          ...parameters,
          refresh_token: current,
        }),
      ),
    )
    const [winner, ...others] = answers.filter(({ statusCode }) => statusCode === 200)
    expect(others).toEqual([])
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(49)
    const next = winner?.json<Pair>()
    for (const process of [app, second]) {
      const check = createTokenAuthenticator(process, { milliseconds: 0 })
      expect(await check(next?.access_token ?? '')).toBeDefined()
    }
    current = next?.refresh_token ?? ''
  }
  await secondServer.close()
  await second.close()
})

test('the refresh token of a disabled user is rejected, and valid again when they are enabled', async () => {
  const { user, pair, parameters } = await setUp()
  const set = (status: string) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ status }).where('id', '=', user.id).execute(),
    )
  await set('Disabled')
  expect((await ask({ ...parameters, refresh_token: pair.refreshToken })).json()).toEqual(notValid)
  await set('Active')
  await refresh(parameters, pair.refreshToken)
})

test('a failure while storing the next pair leaves the refresh token live [A-72]', async () => {
  const { pair, parameters } = await setUp()
  const { keys } = parts.app
  Object.assign(parts.app, { keys: { ...keys, sign: () => Promise.reject(new Error('no key')) } })
  const failed = await ask({ ...parameters, refresh_token: pair.refreshToken })
  Object.assign(parts.app, { keys })
  expect(failed.statusCode).toBe(500)
  await refresh(parameters, pair.refreshToken)
})
