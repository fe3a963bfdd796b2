// Registering an integration client.
import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { checkRoom } from '../../organisations/limits/check-room.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import type { Availability } from '../client.ts'
import { newSecret } from '../../../platform/secrets/crypto.ts'
import { checkClientFields, checkSecretRequired, type ClientFields } from '../integration-clients.ts'
import { storeSecret } from './rotate-secret.ts'

export interface NewClient extends ClientFields {
  /** Whether it can keep a secret; otherwise it gets none. */
  readonly confidential: boolean
  /** Whether it must send the secret with every call. By default a client that has one must. */
  readonly secretRequired?: boolean | undefined
}

/** Returned only once. */
export interface CreatedClient {
  readonly id: number
  readonly publicId: string
  /** Null for a client that cannot keep a secret. */
  readonly secret: string | null
}

/** Registers a client for users of the actor's organisation. Throws bad_request naming everything that is invalid. */
export const createClient = (app: App, actor: Actor, client: NewClient): Promise<CreatedClient> =>
  registerClient(app, actor, {
    ...client,
    organisationId: actor.organisationId,
    availableTo: 'Organisation',
  })

interface Registration extends NewClient {
  readonly organisationId: number
  readonly availableTo: Availability
  /** Chosen by the operator; random by default. */
  readonly publicId?: string
  readonly secret?: string
}

/** Registers a client for any organisation, or for everyone: for the operator's command line. */
export function registerClient(
  app: App,
  actor: Actor | SystemActor,
  client: Registration,
): Promise<CreatedClient> {
  const { publicId = randomBytes(16).toString('hex'), confidential, secretRequired = confidential } = client
  checkClientFields(client)
  checkSecretRequired({ confidential, secretRequired })
  const secret = confidential ? (client.secret ?? newSecret()) : null
  return change(app, actor, async (tx, now) => {
    await checkRoom(tx, 'clients', client)
    const { id } = await tx
      .insertInto('oauth_clients')
      .values({
        public_id: publicId,
        organisation_id: client.organisationId,
        name: client.name.trim(),
        contact_email: client.contactEmail,
        confidential,
        secret_required: secretRequired,
        available_to: client.availableTo,
        redirect_uris: [...client.redirectUris],
        created_at: now,
        created_by: actor.userId,
        updated_at: now,
        updated_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (secret !== null) await storeSecret(tx, id, secret, now)
    const { name, redirectUris, availableTo } = client
    return {
      result: { id, publicId, secret },
      events: [
        {
          name: 'client.created',
          organisationId: client.organisationId,
          resource: { kind: 'client', id },
          subject: null,
          facts: { name, redirectUris, confidential, secretRequired, availableTo },
        },
      ],
    }
  })
}
