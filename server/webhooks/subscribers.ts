// Who may be notified of an event: checked for many subscribers at once, at fan-out and again before each attempt.
import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { whoMaySeeFiles } from '../files/access.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { type Concern, type SubjectRef, visibilityOfSubjects } from '../platform/subject.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { isAboutFile, isInternal, type Topic } from '../platform/events/topics.ts'
import { findSnapshots } from '../identity/users/authorization-snapshot.ts'
import type { SubscriptionStatus } from './subscription.ts'

/**
 * Subscriptions that are not deleted and whose integration, if created by one, may still act for the owner: the client
 * is active, and not all of its grants were ended. Grants that merely expired do not count as ended, because a
 * subscription does not expire.
 */
const effectiveSubscriptions = (db: Reader) =>
  // not through access.ts: the engine works for all users
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

export interface Subscriber {
  readonly subscriptionId: number
  readonly userId: string
  readonly status: SubscriptionStatus
  readonly topics: readonly Topic[]
}

/**
 * Subscribers to any of the topics with access to the organisation; whether they may see a given subject is checked
 * separately.
 */
export async function findSubscribers(
  db: Reader,
  topics: readonly Topic[],
  organisationId: number,
): Promise<readonly Subscriber[]> {
  const rows = await effectiveSubscriptions(db)
    .innerJoin('user_organisations as o', 'o.user_id', 's.user_id')
    .where('o.organisation_id', '=', organisationId)
    .where(sql<SqlBool>`s.topics && ${[...topics]}::text[]`)
    .select(['s.id', 's.user_id', 's.status', 's.topics'])
    // the same order for everyone who stores deliveries, which prevents deadlocks
    .orderBy('s.id')
    .execute()
  return rows.map(({ id, user_id, status, topics: theirs }) => ({
    subscriptionId: id,
    userId: user_id,
    status: status as SubscriptionStatus,
    topics: theirs as Topic[],
  }))
}

/** What an attempt needs to know about a subscription. */
export interface Recipient {
  readonly subscriptionId: number
  readonly userId: string
  readonly status: SubscriptionStatus
  readonly clientState: string | null
  readonly url: string
  /** Host name and port of the receiver. */
  readonly host: string
  /** Current signing secrets, sealed, newest first. */
  readonly secrets: readonly Buffer[]
}

/** The subscriptions in their current state, without deleted ones. */
export async function findRecipients(
  db: Reader,
  { ids, now }: { readonly ids: readonly number[]; readonly now: Date },
): Promise<ReadonlyMap<number, Recipient>> {
  const rows = await selectRecipients(effectiveSubscriptions(db), now)
    .where('s.id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(
    rows.map(({ secret, previous, ...row }) => [
      row.subscriptionId,
      { ...row, status: row.status as SubscriptionStatus, secrets: [secret, ...previous] },
    ]),
  )
}

const selectRecipients = (
  query: SelectQueryBuilder<Tables & { s: Tables['webhook_subscriptions'] }, 's', object>,
  now: Date,
) =>
  query.select([
    's.id as subscriptionId',
    's.user_id as userId',
    's.status',
    's.client_state as clientState',
    's.url',
    's.host',
    's.secret',
    sql<Buffer[]>`array(select p.secret from webhook_previous_secrets p
      where p.subscription_id = s.id and p.expires_at > ${now} order by p.id desc)`.as('previous'),
  ])

/** An event that subscribers can be notified of. */
export interface NotifiableEvent {
  readonly topic: Topic
  readonly resourceId: number
  readonly subject: Concern
}

/**
 * Returns a check whether a user is active and may see the subject of an event right now: the record, and the file if
 * it is one, or administers the organisation. Uses a fixed number of queries, however many users and events there are.
 */
export async function visibilityOfSubscribers(
  app: App,
  db: Reader,
  { userIds, events }: { readonly userIds: readonly string[]; readonly events: readonly NotifiableEvent[] },
): Promise<(userId: string, event: NotifiableEvent) => boolean> {
  const people = await findSnapshots(db, [...new Set(userIds)])
  if (people.length === 0 || events.length === 0) return () => false
  const subjects = distinct(events.map(({ subject }) => subject))
  const { maySee } = await visibilityOfSubjects(app.subjects, db, subjects, people)
  const files = distinct(events.filter(({ topic }) => isAboutFile(topic)).map(fileOf))
  const maySeeFile = await whoMaySeeFiles(app, db, { files, people })
  const byId = new Map(people.map((person) => [person.userId, person]))
  return (userId, each) => {
    const person = byId.get(userId)
    if (!person || person.featuresOff?.has('WEBHOOKS') || !maySee(each.subject, person)) return false
    if (isInternal(each.topic) && person.organisationId !== each.subject.organisationId) return false
    return !isAboutFile(each.topic) || maySeeFile(fileOf(each), person)
  }
}

const fileOf = ({ subject: { organisationId }, resourceId }: NotifiableEvent): SubjectRef => ({
  organisationId,
  id: resourceId,
})

const distinct = <Ref extends SubjectRef & Partial<Pick<Concern, 'kind'>>>(
  records: readonly Ref[],
): readonly Ref[] => [
  ...new Map(
    records.map((each) => [`${each.kind ?? 'file'} ${each.organisationId} ${each.id}`, each]),
  ).values(),
]
