// A code exchange or refresh whose database fails at any of its statements takes full effect or none.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { failingAtStatement } from '../../../test/servers/failing-statements.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { askForTokens, codeFor, createClient, grantTo } from '../../../test/tokens.ts'
import { createTokenAuthenticator } from './bearer.ts'

const parts = useTestApp()

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId: organisation.id })
  const client = await createClient(parts.app, { organisationId: organisation.id })
  const credentials = { client_id: client.clientId, client_secret: client.secret }
  return { user, client, credentials }
}

const rowsOf = async (userId: string) => {
  const grants = await parts.app.db
    .selectFrom('oauth_grants')
    .where('user_id', '=', userId)
    .select(['id', 'generation'])
    .execute()
  const tokens = await parts.app.db
    .selectFrom('refresh_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'refresh_tokens.grant_id')
    .where('oauth_grants.user_id', '=', userId)
    .select('refresh_tokens.generation')
    .orderBy('refresh_tokens.generation')
    .execute()
  return { grants, tokens: tokens.map(({ generation }) => generation) }
}

const isLive = async (accessToken: string) =>
  (await createTokenAuthenticator(parts.app, { milliseconds: 0 })(accessToken)) !== undefined

/**
 * Sends the request with each of its statements failing in turn, each with its own setup; returns how many there were.
 */
async function failEverywhere(one: (statement: number) => Promise<boolean>): Promise<number> {
  // keys and the like are read now, so that only the statements of the request remain
  await grantTo(parts.app, ...(await setUp().then(({ user, client }) => [user, client] as const)))
  let statement = 1
  while (await one(statement)) statement++
  return statement - 1
}

test('of an exchange [A-50]', async () => {
  const statements = await failEverywhere(async (statement) => {
    const { user, client, credentials } = await setUp()
    const code = await codeFor(parts.app, user, client)
    const parameters = {
      ...credentials,
      grant_type: 'authorization_code',
      redirect_uri: client.redirectUri,
      code,
    }
    let status = 0
    const failed = await failingAtStatement(parts.app, statement, async () => {
      status = (await askForTokens(parts.server, parameters)).statusCode
    })
    expect(status).toBe(failed ? 500 : 200)
    if (failed) {
      expect(await rowsOf(user.id)).toEqual({ grants: [], tokens: [] })
      const again = await askForTokens(parts.server, parameters)
      expect(again.statusCode, `after statement ${statement} failed`).toBe(200)
      expect(await isLive(again.json<{ access_token: string }>().access_token)).toBe(true)
    }
    expect((await rowsOf(user.id)).tokens).toEqual([1])
    return failed
  })
  expect(statements).toBe(8)
})

test('of a refresh', async () => {
  const statements = await failEverywhere(async (statement) => {
    const { user, client, credentials } = await setUp()
    const pair = await grantTo(parts.app, user, client)
    const parameters = { ...credentials, grant_type: 'refresh_token', refresh_token: pair.refreshToken }
    let status = 0
    const failed = await failingAtStatement(parts.app, statement, async () => {
      status = (await askForTokens(parts.server, parameters)).statusCode
    })
    expect(status).toBe(failed ? 500 : 200)
    if (failed) {
      expect((await rowsOf(user.id)).tokens).toEqual([1])
      const again = await askForTokens(parts.server, parameters)
      expect(again.statusCode, `after statement ${statement} failed`).toBe(200)
      expect(await isLive(again.json<{ access_token: string }>().access_token)).toBe(true)
    }
    expect(await rowsOf(user.id)).toEqual({
      grants: [{ id: pair.grantId, generation: 2 }],
      tokens: [1, 2],
    })
    return failed
  })
  // one to read, and a transaction of two
  expect(statements).toBe(5)
})
