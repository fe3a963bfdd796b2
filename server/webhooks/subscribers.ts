// Who may be told of something: asked for many subscribers at once, when events are fanned out and again before each attempt.
import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { whoMaySeeFiles } from '../files/access.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Subject } from '../platform/granted.ts'
import { noSight, type RecordName } from '../platform/sight.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { isAboutFile, type Topic } from '../platform/topics.ts'
import { findStandings } from '../users/standing.ts'
import type { SubscriptionStatus } from './subscription.ts'

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

export interface Subscriber {
  readonly subscriptionId: number
  readonly userId: string
  readonly status: SubscriptionStatus
  readonly topics: readonly Topic[]
}

/** Who subscribed to one of the topics and has to do with the organisation; whether they may see a subject is another question. */
export async function findSubscribers(
  db: Reader,
  topics: readonly Topic[],
  organisationId: number,
): Promise<readonly Subscriber[]> {
  const rows = await standing(db)
    .innerJoin('user_organisations as o', 'o.user_id', 's.user_id')
    .where('o.organisation_id', '=', organisationId)
    .where(sql<SqlBool>`s.topics && ${[...topics]}::text[]`)
    .select(['s.id', 's.user_id', 's.status', 's.topics'])
    // everybody who stores deliveries goes through them in the same order, so that none waits for another one in a circle
    .orderBy('s.id')
    .execute()
  return rows.map(({ id, user_id, status, topics: theirs }) => ({
    subscriptionId: id,
    userId: user_id,
    status: status as SubscriptionStatus,
    topics: theirs as Topic[],
  }))
}

/** A subscription as an attempt needs it. */
export interface Recipient {
  readonly subscriptionId: number
  readonly userId: string
  readonly status: SubscriptionStatus
  readonly clientState: string | null
  readonly url: string
  /** Name and port of the receiver. */
  readonly host: string
  /** Those that sign now, sealed, the newest first. */
  readonly secrets: readonly Buffer[]
}

/** The subscriptions as they stand now, without those that have ended. */
export async function findRecipients(
  db: Reader,
  { ids, now }: { readonly ids: readonly number[]; readonly now: Date },
): Promise<ReadonlyMap<number, Recipient>> {
  const rows = await recipients(standing(db), now)
    .where('s.id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(
    rows.map(({ secret, previous, ...row }) => [
      row.subscriptionId,
      { ...row, status: row.status as SubscriptionStatus, secrets: [secret, ...previous] },
    ]),
  )
}

const recipients = (
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

/** What somebody is to be told of. */
export interface Told {
  readonly topic: Topic
  readonly resourceId: number
  readonly subject: Subject
}

/**
 * Whether a person is active and may see what they are to be told of, at the moment of asking: the record, and the file if it is
 * one. Asked for all of both in a handful of queries, however many there are.
 */
export async function sightOfSubscribers(
  app: App,
  db: Reader,
  { userIds, told }: { readonly userIds: readonly string[]; readonly told: readonly Told[] },
): Promise<(userId: string, told: Told) => boolean> {
  const people = await findStandings(db, [...new Set(userIds)])
  if (people.length === 0 || told.length === 0) return () => false
  const ofKind = (kind: Subject['kind']) => {
    const records = distinct(told.map(({ subject }) => subject).filter((subject) => subject.kind === kind))
    return records.length === 0 ? noSight : app.subjects[kind].sightOf(db, records, people)
  }
  const sights = { matter: await ofKind('matter'), contract: await ofKind('contract') }
  const files = distinct(told.filter(({ topic }) => isAboutFile(topic)).map(fileOf))
  const maySeeFile = files.length === 0 ? noSight.maySee : await whoMaySeeFiles(app, db, { files, people })
  const byId = new Map(people.map((person) => [person.userId, person]))
  return (userId, each) => {
    const person = byId.get(userId)
    if (!person || !sights[each.subject.kind].maySee(each.subject, person)) return false
    return !isAboutFile(each.topic) || maySeeFile(fileOf(each), person)
  }
}

const fileOf = ({ subject: { organisationId }, resourceId }: Told): RecordName => ({
  organisationId,
  id: resourceId,
})

const distinct = (records: readonly RecordName[]): readonly RecordName[] => [
  ...new Map(records.map((each) => [`${each.organisationId} ${each.id}`, each])).values(),
]
