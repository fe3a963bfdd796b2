// The table of acts that ask for a fresh proof: every route asks, of sessions and tokens alike, and the page shows it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ActName, acts } from '../../server/platform/acts.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { openBrowser, passwordHash } from '../peers/browser.ts'
import { useTestApp } from '../test-app.ts'
import { accessTokenFor, askForTokens, codeFor, createClient } from '../tokens.ts'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { actsTableText, conditionalActs } from './acts-document.ts'

const parts = useTestApp()

test('docs/signing-in.md shows the acts that ask for a proof as the code has them', () => {
  const page = readFileSync(new URL('../../docs/signing-in.md', import.meta.url), 'utf8')
  expect(page).toContain(actsTableText(parts.server.routeTable))
})

const routesWithActs = () => parts.server.routeTable.filter(({ act }) => act !== undefined)

test('every act is declared by a route, or checked by an operation', () => {
  const declared = new Set(routesWithActs().map(({ act }) => act))
  const unused = (Object.keys(acts) as ActName[]).filter(
    (name) => !declared.has(name) && !conditionalActs[name],
  )
  expect(unused).toEqual([])
})

test('each of their routes refuses a stale session and a token that was allowed in one, and goes on with a fresh one [A-151, A-192]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    permissions: ['ManageIntegrations'],
    passwordHash: await passwordHash(),
  })
  await internalTransaction(parts.app, (tx, now) =>
    tx.insertInto('installation_administrators').values({ user_id: user.id, added_at: now }).execute(),
  )
  const client = await createClient(parts.app, { organisationId })
  const code = await codeFor(parts.app, user, client, { unproven: true })
  const tokens = await askForTokens(parts.server, {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: client.secret,
    redirect_uri: client.redirectUri,
    code,
  })
  const refreshed = await askForTokens(parts.server, {
    grant_type: 'refresh_token',
    client_id: client.clientId,
    client_secret: client.secret,
    refresh_token: tokens.json<{ refresh_token: string }>().refresh_token,
  })
  const stale = refreshed.json<{ access_token: string }>().access_token
  const fresh = await accessTokenFor(parts.app, user)
  const browser = openBrowser(parts.server)
  await browser.signIn(user.email)
  parts.clock.advance({ minutes: 16 })
  const withToken = (token: string, method: string, url: string) =>
    parts.server.inject({ method: method as 'POST', url, headers: { authorization: `Bearer ${token}` } })
  const asked = { status: 403, type: 'urn:chancery:problem:verification-required' }
  // ids of nobody and nothing, so that what is not refused does nothing
  const addressOf = (path: string) =>
    path.replaceAll(/:(organizationId)/g, String(organisationId)).replaceAll(/:\w+/g, '99999999')
  for (const { method, path } of routesWithActs()) {
    const url = addressOf(path)
    const name = `${method} ${path}`
    expect((await browser.call(method as 'POST', url)).json(), name).toMatchObject(asked)
    expect((await withToken(stale, method, url)).json(), name).toMatchObject(asked)
    if (path.startsWith('/session/') || path === '/v2/my/sessions/end' || path.includes(':organizationId'))
      continue
    const answer = await withToken(fresh, method, url)
    expect(answer.body, name).not.toContain('verification-required')
  }
})
