// The webhook subscriptions of everybody in an organisation, for its administrators: where notifications go, and how
// that works. What only the owner knows is not shown: the whole address, the state and the secret.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { change } from '../platform/events/change.ts'
import type { Topic } from '../platform/events/topics.ts'
import { subscriptionsOfColleagues } from './access.ts'
import { disableSubscription } from './disable-subscription.ts'
import type { SubscriptionStatus } from './subscription.ts'

/** A subscription as administrators see it. */
export interface ColleaguesSubscription {
  readonly id: number
  readonly owner: {
    readonly id: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly organizationId: number
  }
  /** The integration that made it; null for one that its owner made on a page. */
  readonly client: string | null
  /** Of the address. */
  readonly host: string
  readonly topics: readonly Topic[]
  readonly status: SubscriptionStatus
  readonly disabledBecause: string | null
  readonly createdAt: Date
  /** Not delivered yet, or held while it is paused. */
  readonly waiting: number
  /** In the last 24 hours. */
  readonly acknowledged: number
  readonly abandoned: number
}

const dayMs = 24 * 60 * 60_000

/** Those of all people of the actor's organisation, the oldest first. */
export async function listColleaguesSubscriptions(
  { db, clock }: App,
  actor: Actor,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ColleaguesSubscription[]> {
  const since = new Date(clock.now().getTime() - dayMs)
  const rows = await subscriptionsOfColleagues(db, actor)
    .leftJoin('oauth_clients', 'oauth_clients.id', 's.client_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_deliveries as d')
          .where('d.organisation_id', 'in', [...actor.organisationIds])
          .whereRef('d.subscription_id', '=', 's.id')
          .where((is) => is.or([is('d.state', 'in', ['pending', 'held']), is('d.ended_at', '>', since)]))
          .select([
            sql<number>`count(*) filter (where d.state in ('pending', 'held'))`.as('waiting'),
            sql<number>`count(*) filter (where d.state = 'acknowledged')`.as('acknowledged'),
            sql<number>`count(*) filter (where d.state = 'abandoned' and d.kind <> 'test')`.as('abandoned'),
          ])
          .as('log'),
      (join) => join.onTrue(),
    )
    .select(['s.id', 's.host', 's.topics', 's.status', 's.disabled_because', 's.created_at'])
    .select(['users.id as userId', 'users.email', 'users.first_name', 'users.last_name'])
    .select(['oauth_clients.name as client', 'log.waiting', 'log.acknowledged', 'log.abandoned'])
    .orderBy('s.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    owner: {
      id: row.userId,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      organizationId: actor.organisationId,
    },
    client: row.client,
    host: row.host,
    topics: row.topics as Topic[],
    status: row.status as SubscriptionStatus,
    disabledBecause: row.disabled_because,
    createdAt: row.created_at,
    waiting: row.waiting ?? 0,
    acknowledged: row.acknowledged ?? 0,
    abandoned: row.abandoned ?? 0,
  }))
}

/**
 * Disables the subscription of a colleague for good, who gets a mail with the reason. Throws not_found for those of
 * other organisations, conflict for one that is disabled.
 */
export function disableColleaguesSubscription(
  app: App,
  actor: Actor,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const subscription = await subscriptionsOfColleagues(tx, actor)
      .where('s.id', '=', id)
      .select(['s.id', 's.user_id', 's.url', 's.status'])
      .forUpdate('s')
      .executeTakeFirst()
    if (!subscription) throw notFound()
    if (subscription.status === 'disabled') throw conflict(`Subscription ${id} is disabled already.`)
    const because = `an administrator ended it: ${reason}`
    const event = await disableSubscription(app, tx, { subscription, reason: because, by: actor.userId, now })
    return { result: undefined, events: [event] }
  })
}
