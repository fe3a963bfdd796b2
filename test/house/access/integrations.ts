// Access to integration clients and to what only a sandbox has.
import { rotateSecret } from '../../../server/identity/oauth/commands/rotate-secret.ts'
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { findSnapshot } from '../../../server/identity/users/authorization-snapshot.ts'
import { createClient } from '../../tokens.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const client = async ({ app, organisationId }: World) => {
  const { id, clientId } = await createClient(app, { organisationId })
  return { params: { id }, mark: clientId }
}

/** A client, and a secret that has been replaced by a newer one. */
async function replacedSecret(world: World) {
  const { app, people } = world
  const { params } = await client(world)
  const snapshot = await findSnapshot(app.db, people.owner.id)
  if (!snapshot) throw new Error('The owner is not active')
  const actor = {
    ...snapshot,
    via: { kind: 'session', sessionId: 'test', verifiedAt: null },
    requestId: null,
  } as const
  await rotateSecret(app, actor, params.id, 24)
  const { id } = await app.db
    .selectFrom('oauth_client_secrets')
    .where('client_id', '=', params.id)
    .where('expires_at', 'is not', null)
    .select('id')
    .executeTakeFirstOrThrow()
  return { params: { ...params, secretId: id } }
}

const newClient = {
  name: 'Ledger Link',
  redirectUris: ['https://ledger.example/callback'],
  contactEmail: 'it@ledger.example',
  confidential: true,
}

const clientCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/integrationClients',
    make: async (world) => ({ mark: (await client(world)).mark }),
    colleague: 403,
  },
  {
    route: 'POST /v2/integrationClients',
    make: () => ({ body: newClient }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/integrationClients/:id', make: client, colleague: 403 },
  {
    route: 'PATCH /v2/integrationClients/:id',
    make: async (world) => ({ params: (await client(world)).params, body: { name: mark() } }),
    colleague: 403,
  },
  {
    route: 'POST /v2/integrationClients/:id/secrets',
    make: async (world) => ({ params: (await client(world)).params, body: {} }),
    colleague: 403,
  },
  { route: 'DELETE /v2/integrationClients/:id/secrets/:secretId', make: replacedSecret, colleague: 403 },
]

/** The owner's consent to a client. */
async function consent(world: World) {
  const { params } = await client(world)
  await internalTransaction(world.app, (tx, now) =>
    tx
      .insertInto('oauth_consents')
      .values({ user_id: world.people.owner.id, client_id: params.id, given_at: now })
      .execute(),
  )
  return params
}

const consentCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/integrationGrants',
    make: async (world) => ({ mark: `"client":{"id":${(await consent(world)).id},` }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/integrationGrants/:clientId/:userId',
    make: async (world) => ({
      params: { clientId: (await consent(world)).id, userId: world.people.owner.id },
    }),
    colleague: 403,
    unrelatedIds: 'a person may have allowed several clients',
  },
  {
    route: 'GET /v2/my/integrations',
    make: async (world) => ({ mark: `"id":${(await consent(world)).id},` }),
  },
  {
    route: 'DELETE /v2/my/integrations/:id',
    make: async (world) => ({ params: await consent(world) }),
    viewer: 404,
  },
]

const sandboxCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/sandbox/outbox',
    make: async ({ app, organisationId }) => {
      const subject = mark()
      const mail = { organisationId, to: 'someone@people.example', subject, text: '' }
      await internalTransaction(app, (tx, now) => app.mail.send(tx, mail, now))
      return { mark: subject }
    },
  },
  {
    route: 'GET /v2/sandbox/clock',
    make: () => ({}),
    outsider: 'may',
  },
  {
    route: 'PUT /v2/sandbox/clock',
    make: () => ({ body: { reset: true } }),
    outsider: 'may',
    colleague: 403,
    changesNothing: 'the clock is no row of an organisation',
  },
  {
    route: 'POST /v2/sandbox/reset',
    make: () => ({}),
    answers: 409,
    outsider: 'may',
    colleague: 403,
    changesNothing: 'there is no demo in this world; server/sandbox/v2/reset.test.ts resets one',
  },
]

export const integrationCases: readonly AccessCase[] = [...clientCases, ...consentCases, ...sandboxCases]
