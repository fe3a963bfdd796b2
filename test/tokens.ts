// Real access tokens for tests: of a real client, through a real grant.
import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { Server } from '../server/http/route.ts'
import { hashOfSecret, newSecret } from '../server/platform/secrets/crypto.ts'
import type { App } from '../server/platform/app.ts'
import { internalTransaction } from '../server/platform/events/change.ts'
import { type CodeBinding, issueCode } from '../server/identity/oauth/authorization-code/code.ts'
import { beginGrant, type TokenPair } from '../server/identity/oauth/grants.ts'
import type { TestUser } from './factories.ts'
import { as, type Caller } from './http.ts'

export interface TestClient {
  readonly id: number
  /** What the wire calls client_id. */
  readonly clientId: string
  readonly secret: string
  readonly redirectUri: string
  readonly organisationId: number
}

interface ClientOptions {
  readonly organisationId: number
  readonly redirectUris?: readonly string[]
  readonly availableTo?: 'Organisation' | 'Installation'
  /** A client that cannot keep a secret has none. */
  readonly confidential?: boolean
}

/** An integration client with one secret. */
export function createClient(
  app: App,
  {
    organisationId,
    redirectUris = ['https://integration.example/callback'],
    availableTo = 'Organisation',
    confidential = true,
  }: ClientOptions,
): Promise<TestClient> {
  const clientId = `client-${randomUUID()}`
  const secret = newSecret()
  return internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('oauth_clients')
      .values({
        public_id: clientId,
        organisation_id: organisationId,
        name: 'Ledger Link',
        contact_email: 'it@integration.example',
        confidential,
        available_to: availableTo,
        redirect_uris: [...redirectUris],
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (confidential) {
      await tx
        .insertInto('oauth_client_secrets')
        .values({ client_id: id, hash: hashOfSecret(secret), last_four: secret.slice(-4), created_at: now })
        .execute()
    }
    return { id, clientId, secret, redirectUri: redirectUris[0] ?? '', organisationId }
  })
}

/** A grant of the user to the client, as a code exchange would have begun it. */
export function grantTo(
  app: App,
  user: TestUser,
  client: TestClient,
  { withSecret = true } = {},
): Promise<TokenPair> {
  return internalTransaction(app, (tx) =>
    beginGrant(app, tx, {
      withSecret,
      userId: user.id,
      userName: user.name,
      email: user.email,
      organisationId: user.organisationId,
      clientId: client.id,
      clientPublicId: client.clientId,
    }),
  )
}

/** An access token of the user, from a client and a grant of its own. */
export async function accessTokenFor(app: App, user: TestUser): Promise<string> {
  const client = await createClient(app, { organisationId: user.organisationId })
  return (await grantTo(app, user, client)).accessToken
}

/** A code as the user's yes to the client would have made it. */
export function codeFor(
  app: App,
  user: TestUser,
  client: TestClient,
  binding: Partial<CodeBinding> = {},
): Promise<string> {
  return internalTransaction(app, (tx, now) =>
    issueCode(
      tx,
      {
        userId: user.id,
        clientId: client.id,
        redirectUri: client.redirectUri,
        codeChallenge: null,
        ...binding,
      },
      now,
    ),
  )
}

/** A call of the token endpoint with the parameters that are given; undefined ones are left out. */
export function askForTokens(
  server: Server,
  parameters: Readonly<Record<string, string | undefined>>,
  options: Omit<InjectOptions, 'payload'> = {},
) {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return server.inject({
    ...options,
    method: 'POST',
    url: '/account-apis/v1/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
    payload: new URLSearchParams(given).toString(),
  })
}

/** Calls the server as the user would through an integration. */
export const callerFor = async (
  { app, server }: { readonly app: App; readonly server: Server },
  user: TestUser,
): Promise<Caller> => as(server, await accessTokenFor(app, user))
