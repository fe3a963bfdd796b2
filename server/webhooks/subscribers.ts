// Whether a subscriber may be told of something: asked when an event is fanned out, and again before each attempt.
import { sql, type SqlBool } from 'kysely'
import { getFileToSee } from '../files/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Subject } from '../platform/granted.ts'
import { isAboutFile, type Topic } from '../platform/topics.ts'
import { findStanding } from '../users/standing.ts'

export interface Subscriber {
  readonly subscriptionId: number
  readonly userId: string
  readonly status: string
  readonly clientState: string | null
  readonly url: string
}

/**
 * Subscriptions that are not deleted and whose integration, if they came by one, still acts for their owner: the client is on,
 * and its grants were not all ended. Grants that merely ran out end nothing, because a subscription does not expire.
 */
const standing = (db: Reader) =>
  // not through access.ts: the engine works on everybody's
  db
    .selectFrom('webhook_subscriptions as s')
    .where('s.deleted_at', 'is', null)
    .where(
      sql<SqlBool>`(s.client_id is null or (
        exists (select 1 from oauth_clients c where c.id = s.client_id and c.status = 'Active')
        and (not exists (select 1 from oauth_grants g
            where g.client_id = s.client_id and g.user_id = s.user_id and g.ended_at is not null)
          or exists (select 1 from oauth_grants g
            where g.client_id = s.client_id and g.user_id = s.user_id and g.ended_at is null))))`,
    )
    .select([
      's.id as subscriptionId',
      's.user_id as userId',
      's.status',
      's.client_state as clientState',
      's.url',
    ])

/** Who subscribed to the topic and has to do with the organisation; whether they may see the subject is another question. */
export function findSubscribers(
  db: Reader,
  topic: string,
  organisationId: number,
): Promise<readonly Subscriber[]> {
  return standing(db)
    .innerJoin('user_organisations as o', 'o.user_id', 's.user_id')
    .where('o.organisation_id', '=', organisationId)
    .where(sql<SqlBool>`s.topics @> array[${topic}]`)
    .execute()
}

/** The subscription as it stands now, unless it has ended. */
export async function findSubscriber(db: Reader, subscriptionId: number): Promise<Subscriber | undefined> {
  return standing(db).where('s.id', '=', subscriptionId).executeTakeFirst()
}

/** What somebody is to be told of. */
export interface Told {
  readonly topic: Topic
  readonly resourceId: number
  readonly subject: Pick<Subject, 'kind' | 'id'>
}

/** Whether the person is active and may see what they are to be told of, at this moment: the record, and the file if it is one. */
export async function maySee(app: App, db: Reader, userId: string, told: Told): Promise<boolean> {
  const found = await findStanding(db, userId)
  if (!found) return false
  const actor: Actor = { ...found, via: { kind: 'system', name: 'webhooks' }, requestId: null }
  try {
    await app.subjects[told.subject.kind].getToSee(db, actor, told.subject.id)
    if (isAboutFile(told.topic)) await getFileToSee(app, db, actor, told.resourceId)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
