// Webhook subscriptions belong to one user: nobody else can see or delete them. Administrators see where those of their
// organisation go, and disable them.
import type { Selectable } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import type { WebhookSubscriptionsTable } from '../platform/postgres/tables.ts'
import type { Topic } from '../platform/events/topics.ts'
import type { Subscription, SubscriptionStatus } from './subscription.ts'

const columns = [
  'id',
  'user_id',
  'topics',
  'url',
  'client_state',
  'status',
  'created_at',
  'modified_at',
  'modified_by',
  'disabled_because',
] as const

/** The actor's subscriptions, oldest first. */
export async function listSubscriptions(db: Reader, actor: Actor): Promise<readonly Subscription[]> {
  const rows = await ownedBy(db, actor)
    .select([...columns])
    .orderBy('id')
    .execute()
  return rows.map(subscriptionOf)
}

/** The subscription if it belongs to the actor; throws not_found otherwise. */
export async function getSubscription(
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Subscription & MayChange> {
  return found(
    await ownedBy(db, actor)
      .where('id', '=', id)
      .select([...columns])
      .executeTakeFirst(),
  )
}

/** The same, locked until the end of the transaction, so that concurrent changes to it are serialised. */
export async function getSubscriptionToChange(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<Subscription & MayChange> {
  return found(
    await ownedBy(tx, actor)
      .where('id', '=', id)
      .select([...columns])
      .forUpdate()
      .executeTakeFirst(),
  )
}

/** Throws conflict if the subscription is disabled: nothing can be sent to it any more. */
export function checkNotDisabled({ id, status }: Subscription): void {
  if (status !== 'disabled') return
  throw conflict(`Subscription ${id} was disabled, which is final. Create a new one and use that instead.`)
}

function found(row: Row | undefined): Subscription & MayChange {
  if (!row) throw notFound()
  return subscriptionOf(row) as Subscription & MayChange
}

const ownedBy = (db: Reader, actor: Actor) =>
  db.selectFrom('webhook_subscriptions').where('user_id', '=', actor.userId).where('deleted_at', 'is', null)

/** Those of all people of the actor's organisation, as `s` with their owners as `users`: for its administrators. */
export const subscriptionsOfColleagues = (db: Reader, { organisationId }: Actor) =>
  db
    .selectFrom('webhook_subscriptions as s')
    .innerJoin('users', 'users.id', 's.user_id')
    .where('users.organisation_id', '=', organisationId)
    .where('s.deleted_at', 'is', null)

type Row = Pick<Selectable<WebhookSubscriptionsTable>, (typeof columns)[number]>

function subscriptionOf(row: Row): Subscription {
  return {
    id: row.id,
    userId: row.user_id,
    topics: row.topics as Topic[],
    url: row.url,
    clientState: row.client_state,
    status: row.status as SubscriptionStatus,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    modifiedBy: row.modified_by,
    disabledBecause: row.disabled_because,
  }
}
