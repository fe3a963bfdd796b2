// What people of an organisation have allowed integrations, for those who manage integrations.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { as } from '../../../../test/http.ts'
import { openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor, askForTokens, createClient } from '../../../../test/tokens.ts'

const parts = useTestApp()

interface Listed {
  readonly items: readonly { readonly user: { readonly id: string }; readonly lastUsed: string | null }[]
}

/** Somebody who has allowed a client, which has a token. */
async function allowed(organisationId: number) {
  const person = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
  const client = await createClient(parts.app, { organisationId })
  const browser = openBrowser(parts.server)
  await browser.signIn(person.email)
  const redirect = encodeURIComponent(client.redirectUri)
  const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${redirect}`
  const code = new URL(await browser.authorize(query)).searchParams.get('code') ?? ''
  const answer = await askForTokens(parts.server, {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: client.secret,
    redirect_uri: client.redirectUri,
    code,
  })
  return { person, client, token: answer.json<{ access_token: string }>().access_token }
}

test('those who manage integrations see what colleagues have allowed, and end it [A-116]', async () => {
  const { id } = await createOrganisation(parts.app)
  const administrator = await createUser(parts.app, { organisationId: id, role: 'Administrator' })
  const caller = as(parts.server, await accessTokenFor(parts.app, administrator))
  const first = await allowed(id)
  parts.clock.advance({ minutes: 1 })
  const second = await allowed(id)
  const other = await allowed((await createOrganisation(parts.app)).id)
  const list = async (query = '') => (await caller.get(`/v2/integrationGrants${query}`)).json<Listed>().items
  const people = async (query = '') =>
    (await list(query))
      .map(({ user }) => user.id)
      .filter((each) => [first, second, other].some(({ person }) => person.id === each))
  expect(await people()).toEqual([second.person.id, first.person.id])
  expect(await people(`?clientId=${first.client.id}`)).toEqual([first.person.id])
  expect(await people(`?userId=${second.person.id}`)).toEqual([second.person.id])
  expect(await people(`?clientId=${other.client.id}`)).toEqual([])
  expect((await list(`?userId=${second.person.id}`))[0]?.lastUsed).toBe(parts.clock.now().toISOString())

  const use = async ({ token }: typeof first) =>
    (await as(parts.server, token).get('/v2/my/integrations')).statusCode
  const end = async (of: typeof first) =>
    (await caller.delete(`/v2/integrationGrants/${of.client.id}/${of.person.id}`)).statusCode
  expect(await end(other)).toBe(404)
  expect(await use(other)).toBe(200)
  expect(await end(first)).toBe(204)
  expect(await end(first)).toBe(404)
  expect([await use(first), await use(second)]).toEqual([401, 200])
  expect(await people()).toEqual([second.person.id])
  const event = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', id)
    .where('name', '=', 'consent.ended')
    .select(['user_id', 'facts'])
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ user_id: administrator.id, facts: { userId: first.person.id } })
})
