// Events and subscriptions by the hundred, written straight into the engine's own tables.
import type { EventName } from '../../server/platform/events/event-names.ts'
import { internalTransaction, change, systemActor } from '../../server/platform/events/change.ts'
import { newSigningSecret } from '../../server/platform/secrets/webhook-signatures.ts'
import { secretPurpose } from '../../server/webhooks/secret-purpose.ts'
import type { App } from '../../server/platform/app.ts'
import type { TestUser } from '../factories.ts'

/** The topic of the events, which is sent at once and not collected. */
export const topic = 'contract.status.updated'

interface Happening {
  readonly app: App
  readonly organisationId: number
  readonly contractId: number
}

interface Which {
  readonly count: number
  /** The resource of the first event; the next ones follow. */
  readonly first?: number
  readonly name?: EventName
  readonly atOnce?: number
}

/** Creates events on the contract; returns when each was committed, in real time. */
export async function happen(
  { app, organisationId, contractId }: Happening,
  { count, first = 1, name = topic, atOnce = 100 }: Which,
): Promise<Map<number, number>> {
  const committed = new Map<number, number>()
  for (let from = first; from < first + count; from += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, first + count - from) }, (_, i) => from + i)
    await change(app, systemActor('load'), async () => ({
      result: undefined,
      events: ids.map((id) => ({
        name,
        organisationId,
        resource: { kind: 'contract', id },
        subject: { kind: 'contract', id: contractId },
      })),
    }))
    // real time: how long it takes until it is received
    for (const id of ids) committed.set(id, Date.now())
  }
  return committed
}

/** Subscriptions of the user that point to these addresses, as if created one by one. */
export async function subscribeMany(
  app: App,
  owner: Pick<TestUser, 'id'>,
  urls: readonly string[],
): Promise<void> {
  const secret = await app.vault.seal(newSigningSecret(), secretPurpose)
  for (let from = 0; from < urls.length; from += 1_000) {
    await internalTransaction(app, (tx, now) =>
      tx
        .insertInto('webhook_subscriptions')
        .values(
          urls.slice(from, from + 1_000).map((url) => ({
            user_id: owner.id,
            topics: [topic],
            url,
            host: new URL(url).host,
            status: 'active',
            secret,
            created_at: now,
            modified_at: now,
            modified_by: owner.id,
          })),
        )
        .execute(),
    )
  }
}
