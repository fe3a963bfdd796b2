// The actions of `chancery client`. Separate from the command definition, so that --help loads none of it.
import { findDemoClient } from '../../../sandbox/demo/demo-client.ts'
import { updateClient } from '../../../identity/oauth/commands/update-client.ts'
import { type CreatedClient, registerClient } from '../../../identity/oauth/commands/create-client.ts'
import { type RotatedSecret, rotateSecret } from '../../../identity/oauth/commands/rotate-secret.ts'
import { type Client, findClient } from '../../../identity/oauth/client.ts'
import type { App } from '../../../platform/app.ts'
import { findRunningServer } from '../../process/running-server.ts'
import { installationConfig, withApp, withSandbox } from '../installation.ts'
import { findOrganisation, operator } from './user-actions.ts'

export interface CreateOptions {
  readonly name: string
  readonly organisation: string
  readonly contact: string
  readonly redirectUri: readonly string[]
  readonly installation?: true
  readonly public?: true
  readonly secretOptional?: true
}

interface ListedClient {
  readonly clientId: string
  readonly name: string
  readonly status: string
  readonly availableTo: string
  readonly confidential: boolean
  readonly secretRequired: boolean
  readonly redirectUris: readonly string[]
  readonly contactEmail: string
  readonly organisation: string
}

/** Every client of the installation. */
export const listClients = (): Promise<readonly ListedClient[]> =>
  withApp((app) =>
    app.db
      .selectFrom('oauth_clients')
      .innerJoin('organisations', 'organisations.id', 'oauth_clients.organisation_id')
      .select([
        'oauth_clients.public_id as clientId',
        'oauth_clients.name',
        'status',
        'available_to as availableTo',
        'confidential',
        'secret_required as secretRequired',
        'redirect_uris as redirectUris',
        'contact_email as contactEmail',
        'organisations.name as organisation',
      ])
      .orderBy('oauth_clients.id')
      .execute(),
  )

/** Registers a client for an organisation, or for everyone. */
export function createForOrganisation(options: CreateOptions): Promise<CreatedClient> {
  if (options.public && options.secretOptional) {
    throw new Error('A public client has no secret: omit --secret-optional.')
  }
  return withApp(async (app) => {
    const { id: organisationId } = await findOrganisation(app, options.organisation)
    return registerClient(app, operator, {
      organisationId,
      name: options.name,
      contactEmail: options.contact,
      redirectUris: options.redirectUri,
      confidential: !options.public,
      secretRequired: !options.public && !options.secretOptional,
      availableTo: options.installation ? 'Installation' : 'Organisation',
    })
  })
}

/** Creates a new secret for the client. */
export const rotate = (clientId: string, overlapHours: number): Promise<RotatedSecret> =>
  withApp(async (app) => {
    const { id, organisationId } = await getClient(app, clientId)
    return rotateSecret(app, { ...operator, organisationId }, id, overlapHours)
  })

/** Decides whether the client must send its secret with every call. */
export const setSecretRequired = (clientId: string, secretRequired: boolean): Promise<void> =>
  withApp(async (app) => {
    const { id, organisationId } = await getClient(app, clientId)
    await updateClient(app, { ...operator, organisationId }, id, { secretRequired })
  })

/** Disables or enables the client. */
export const setStatus = (clientId: string, status: 'Active' | 'Disabled'): Promise<void> =>
  withApp(async (app) => {
    const { id, organisationId } = await getClient(app, clientId)
    await updateClient(app, { ...operator, organisationId }, id, { status })
  })

/**
 * The demo client, and the address of the server it can be used with; throws a readable error if no server is running.
 */
export async function showDemo() {
  const { stateDir } = installationConfig()
  if (!findRunningServer(stateDir)) {
    throw new Error(`No server is running on ${stateDir}. Start one in another terminal: npm start`)
  }
  return withSandbox(async (app) => {
    const client = await findDemoClient(app)
    if (!client) throw new Error('There is no demo here. Create it first: node bin/chancery.mjs seed')
    return { url: app.config.publicUrl, ...client }
  })
}

/** The client with this client_id; throws a readable error if there is none. */
export async function getClient(app: App, clientId: string): Promise<Client> {
  const client = await findClient(app.db, clientId)
  if (client) return client
  throw new Error(`There is no client ${clientId}. "node bin/chancery.mjs client list" shows all of them.`)
}
