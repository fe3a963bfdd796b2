// Secrets of a client: adding a new one that overlaps with the old ones, and ending an old one.
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { hashOfSecret, newSecret } from '../../../platform/secrets/crypto.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import {
  askConsentAgain,
  checkMayChangeAllowed,
  type ClientManager,
  lockClient,
} from '../integration-clients.ts'

export interface RotatedSecret {
  /** Returned only once. */
  readonly secret: string
  /** Null if there was none before. */
  readonly previousExpireAt: Date | null
}

const hour = 60 * 60_000

/**
 * Creates a new secret; earlier ones stay valid for `overlapHours`, or end at once with 0. Five are valid at most: a
 * sixth ends the oldest. The client has to ask for consent again; its grants go on. Throws not_found, forbidden for a
 * client that only administrators change, and conflict for one that cannot keep a secret.
 */
export function rotateSecret(
  app: App,
  actor: ClientManager,
  id: number,
  overlapHours: number,
): Promise<RotatedSecret> {
  const secret = newSecret()
  return change(app, actor, async (tx, now) => {
    const client = await lockClient(tx, actor, id)
    if (!client.confidential) {
      throw conflict('This client cannot keep a secret. Register another one for a server.')
    }
    await checkMayChangeAllowed(tx, actor, id)
    const outdated = await askConsentAgain(tx, client, 'secret')
    const ends = new Date(now.getTime() + overlapHours * hour)
    const { numUpdatedRows } = await tx
      .updateTable('oauth_client_secrets')
      .set({ expires_at: ends })
      .where('client_id', '=', id)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ends)]))
      .executeTakeFirst()
    await storeSecret(tx, id, secret, now)
    await endOldest(tx, id, now)
    return {
      result: { secret, previousExpireAt: numUpdatedRows > 0n ? ends : null },
      events: [
        {
          name: 'client.secret.rotated',
          organisationId: actor.organisationId,
          resource: { kind: 'client', id },
          subject: null,
          facts: { overlapHours },
        },
        ...outdated,
      ],
    }
  })
}

const mostSecrets = 5

/** Five secrets are valid at most, as many as a notification has signatures. */
async function endOldest(tx: Tx, clientId: number, now: Date): Promise<void> {
  const valid = await tx
    .selectFrom('oauth_client_secrets')
    .where('client_id', '=', clientId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select('id')
    .orderBy('id', 'desc')
    .execute()
  const tooMany = valid.slice(mostSecrets)
  if (tooMany.length === 0) return
  await tx
    .updateTable('oauth_client_secrets')
    .set({ expires_at: now })
    .where('client_id', '=', clientId)
    .where(
      'id',
      'in',
      tooMany.map(({ id }) => id),
    )
    .execute()
}

/** Stores the hash and hint of a secret. */
export async function storeSecret(tx: Tx, clientId: number, secret: string, now: Date): Promise<void> {
  await tx
    .insertInto('oauth_client_secrets')
    .values({
      client_id: clientId,
      hash: hashOfSecret(secret),
      last_four: secret.slice(-4),
      created_at: now,
    })
    .execute()
}

/** Ends an old secret before its overlap is over. Throws not_found, and conflict for the newest secret. */
export function endSecret(app: App, actor: ClientManager, id: number, secretId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockClient(tx, actor, id)
    const secret = await tx
      .selectFrom('oauth_client_secrets')
      .where('client_id', '=', id)
      .where('id', '=', secretId)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .select(['expires_at', 'last_four'])
      .executeTakeFirst()
    if (!secret) throw notFound()
    if (secret.expires_at === null) {
      throw conflict(
        'This is the newest secret. Create a new one first; with overlapHours 0 that ends this one.',
      )
    }
    await tx
      .updateTable('oauth_client_secrets')
      .set({ expires_at: now })
      .where('client_id', '=', id)
      .where('id', '=', secretId)
      .execute()
    return {
      result: undefined,
      events: [
        {
          name: 'client.secret.ended',
          organisationId: actor.organisationId,
          resource: { kind: 'client', id },
          subject: null,
          facts: { secretId, lastFour: secret.last_four },
        },
      ],
    }
  })
}
