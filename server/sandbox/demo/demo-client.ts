// The integration client of the demo. Its secret is the only one that is stored so that it can be shown again: it only
// opens a sandbox, and people who try the API need it after every start. It is still encrypted in the database.
import { findClient } from '../../identity/oauth/client.ts'
import { registerClient } from '../../identity/oauth/commands/create-client.ts'
import { rotateSecret } from '../../identity/oauth/commands/rotate-secret.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'

/** The client's details for people who try the API. */
export interface DemoClient {
  readonly clientId: string
  /** Undefined if somebody has rotated the secret: then only they have it. */
  readonly clientSecret: string | undefined
  readonly redirectUri: string
}

const demo = systemActor('demo')
const publicId = 'chancery-demo'
const redirectUri = 'http://localhost'
/** The purpose under which the secret of the demo client is encrypted. */
export const demoSecretPurpose = 'demo client secret'

/** Creates the client, for everyone in the sandbox, unless it exists. */
export async function seedDemoClient(app: App, organisationId: number): Promise<void> {
  const { client_secret_sealed: known } = await app.db
    .selectFrom('demo')
    .select('client_secret_sealed')
    .executeTakeFirstOrThrow()
  if (known) return
  const there = await findClient(app.db, publicId)
  // it exists without its secret if this was interrupted between the two
  const { id, secret } = there
    ? { id: there.id, ...(await rotateSecret(app, { ...demo, organisationId }, there.id, 0)) }
    : await registerClient(app, demo, {
        organisationId,
        publicId,
        name: 'Demo integration',
        contactEmail: 'admin@harbour.example',
        redirectUris: [redirectUri],
        confidential: true,
        // for use from scripts and from pages in a browser alike, as the specification allows
        secretRequired: false,
        availableTo: 'Installation',
      })
  if (secret === null) throw new Error('The demo client has no secret.')
  const sealed = await app.vault.seal(secret, demoSecretPurpose)
  await internalTransaction(app, (tx) =>
    tx.updateTable('demo').set({ client_id: id, client_secret_sealed: sealed }).execute(),
  )
}

/** The client, if it can be used; undefined without a demo, or if the client was disabled. */
export async function findDemoClient(app: App): Promise<DemoClient | undefined> {
  const row = await app.db
    .selectFrom('demo')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'demo.client_id')
    .where('oauth_clients.status', '=', 'Active')
    .select(['demo.client_id', 'demo.client_secret_sealed', 'oauth_clients.public_id'])
    .executeTakeFirst()
  if (!row?.client_secret_sealed) return undefined
  const secret = await app.vault.open(row.client_secret_sealed, demoSecretPurpose)
  const works = await app.db
    .selectFrom('oauth_client_secrets')
    .where('client_id', '=', row.client_id)
    .where('hash', '=', hashOfSecret(secret))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', app.clock.now())]))
    .select('id')
    .executeTakeFirst()
  return { clientId: row.public_id, clientSecret: works ? secret : undefined, redirectUri }
}
