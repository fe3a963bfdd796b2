// Mails at once and daily digests: each is written into the outbox in the transaction that notes it as sent, so that a
// process that dies sends nothing twice and loses nothing. Access is checked again, and what was read in the app is
// left out.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type AuthorizationSnapshot, findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { preferencesOf } from '../../identity/users/preferences.ts'
import type { NotificationKind, Unsubscribed } from '../notification.ts'
import { notificationColumns, notificationOf, rowsOf } from '../own-notifications.ts'
import { notifyPreferencesOf } from '../preferences.ts'
import { readerOf, type ShownNotification, shownTo } from '../shown.ts'
import { answerLinks } from './answer-links.ts'
import { mailOf } from './mail-text.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

const peopleAtOnce = 100
/** The longest mail, in notifications; others of a digest are in the app only. */
const mostInMail = 100
/** Mails at once to one person in an hour; what comes on top waits for the digest. */
const mostAnHour = 20
const hourMs = 60 * 60_000
/** When digests go out: from this hour on, in the person's time zone. */
const digestHour = 7

interface Waiting {
  readonly user_id: string
  readonly organisation_ids: readonly number[]
}

/** Sends the mails that are due, one for each person and kind, and returns how many. */
export async function sendDueMails(app: App): Promise<number> {
  const now = app.clock.now()
  const { rows } = await sql<Waiting>`
    /* every organisation: mails are found here, and written person by person */
    select user_id, array_agg(distinct organisation_id)::int[] as organisation_ids from notifications
    where mail_due_at <= ${now} group by user_id order by min(mail_due_at) limit ${peopleAtOnce}`.execute(
    app.db,
  )
  let sent = 0
  for (const each of rows) sent += await attempt(app, each, () => mailPerson(app, each))
  return sent
}

/** Sends the digest of every person whose day has begun and who has had none today, and returns how many. */
export async function sendDigests(app: App): Promise<number> {
  const zones = await zonesAtDigestTime(app)
  if (zones.length === 0) return 0
  const { rows } = await sql<Waiting & { readonly day: string }>`
    /* every organisation: digests are found here, and written person by person */
    select n.user_id, array_agg(distinct n.organisation_id)::int[] as organisation_ids, z.day
    from notifications n join users u on u.id = n.user_id join organisations o on o.id = u.organisation_id
    left join user_preferences p on p.organisation_id = u.organisation_id and p.user_id = u.id
    join unnest(${zones.map(({ zone }) => zone)}::text[], ${zones.map(({ day }) => day)}::text[]) as z (zone, day)
      on z.zone = coalesce(p.time_zone, o.time_zone)
    where n.in_digest and not exists (select 1 from notification_digests d
      where d.organisation_id = u.organisation_id and d.user_id = u.id and d.day = z.day::date)
    group by n.user_id, z.day limit ${peopleAtOnce}`.execute(app.db)
  let sent = 0
  for (const each of rows) sent += await attempt(app, each, () => sendDigest(app, each))
  return sent
}

/**
 * The time zones of people whose digest waits where the hour has come, with the day there: theirs, or their
 * organisation's.
 */
async function zonesAtDigestTime(
  app: App,
): Promise<readonly { readonly zone: string; readonly day: string }[]> {
  const { rows } = await sql<{ readonly zone: string }>`
    /* every organisation: digests are found here, and written person by person */
    select distinct coalesce(p.time_zone, o.time_zone) as zone
    from notifications n join users u on u.id = n.user_id join organisations o on o.id = u.organisation_id
    left join user_preferences p on p.organisation_id = u.organisation_id and p.user_id = u.id
    where n.in_digest`.execute(app.db)
  const now = app.clock.now()
  return rows.flatMap(({ zone }) => {
    const { day, hour } = localTimeIn(zone, now)
    return hour >= digestHour ? [{ zone, day }] : []
  })
}

/** By the names that preferences accept, which are not all known to the database. */
function localTimeIn(timeZone: string, at: Date): { readonly day: string; readonly hour: number } {
  // Sweden writes 2026-03-02 07:00
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    at,
  )
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) }
}

/** One person's failure keeps nobody else from their mail. */
async function attempt(app: App, { user_id: userId }: Waiting, send: () => Promise<number>): Promise<number> {
  try {
    return await send()
  } catch (error) {
    app.log.error({ err: error, userId }, 'the notifications of a person could not be mailed')
    return 0
  }
}

function mailPerson(
  app: App,
  { user_id: userId, organisation_ids: organisationIds }: Waiting,
): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const rows = await rowsOf(tx, { userId, organisationIds })
      .where('mail_due_at', '<=', now)
      .select([...notificationColumns])
      .orderBy('id')
      .limit(mostInMail)
      .forUpdate()
      .skipLocked()
      .execute()
    const notifications = rows.map(notificationOf)
    const ids = notifications.map(({ id }) => id)
    const person = await findSnapshot(tx, userId)
    if (ids.length === 0 || !person) {
      await settle(tx, { userId, organisationIds, ids }, { mail_due_at: null })
      return 0
    }
    if ((await mailsSince(tx, { userId, organisationIds }, new Date(now.getTime() - hourMs))) >= mostAnHour) {
      await settle(tx, { userId, organisationIds, ids }, { mail_due_at: null, in_digest: true })
      return 0
    }
    const ways = await notifyPreferencesOf(tx, person)
    const wanted = notifications.filter(({ kind, readAt }) => readAt === null && ways[kind] === 'Mail')
    const later = notifications.filter(({ kind, readAt }) => readAt === null && ways[kind] === 'Digest')
    const { locale } = await preferencesOf(tx, person)
    const shown = await shownTo(app, { db: tx, actor: readerOf(person), locale }, wanted)
    const byKind = Map.groupBy(shown, ({ kind }) => kind)
    for (const [kind, some] of byKind) await write(app, tx, { person, shown: some, more: 0, from: kind, now })
    await settle(tx, { userId, organisationIds, ids }, { mail_due_at: null, mailed_at: now })
    const laterIds = later.map(({ id }) => id)
    await settle(tx, { userId, organisationIds, ids: laterIds }, { in_digest: true, mailed_at: null })
    return byKind.size
  })
}

async function sendDigest(
  app: App,
  { user_id: userId, organisation_ids: organisationIds, day }: Waiting & { readonly day: string },
): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const person = await findSnapshot(tx, userId)
    if (!person) {
      await settle(tx, { userId, organisationIds }, { in_digest: false })
      return 0
    }
    const digest = { organisation_id: person.organisationId, user_id: userId, day, sent_at: now }
    const begun = await tx
      .insertInto('notification_digests')
      .values(digest)
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    // another process was faster
    if (!begun) return 0
    const rows = await rowsOf(tx, { userId, organisationIds })
      .where('in_digest', '=', true)
      .select([...notificationColumns])
      .orderBy('id')
      .forUpdate()
      .execute()
    const ways = await notifyPreferencesOf(tx, person)
    const wanted = rows
      .map(notificationOf)
      .filter(({ kind, readAt }) => readAt === null && isMailed(ways, kind))
    const { locale } = await preferencesOf(tx, person)
    const shown = await shownTo(app, { db: tx, actor: readerOf(person), locale }, wanted)
    await settle(tx, { userId, organisationIds }, { in_digest: false, mailed_at: now })
    if (shown.length === 0) {
      // what comes later today still gets one
      await tx
        .deleteFrom('notification_digests')
        .where('organisation_id', '=', person.organisationId)
        .where('user_id', '=', userId)
        .where('day', '=', day)
        .execute()
      return 0
    }
    const some = shown.slice(0, mostInMail)
    await write(app, tx, { person, shown: some, more: shown.length - some.length, from: 'digest', now })
    return 1
  })
}

const isMailed = (ways: Readonly<Record<NotificationKind, string>>, kind: NotificationKind) =>
  ways[kind] === 'Digest' || ways[kind] === 'Mail'

interface Writing {
  readonly person: AuthorizationSnapshot
  readonly shown: readonly ShownNotification[]
  readonly more: number
  readonly from: Unsubscribed
  readonly now: Date
}

async function write(app: App, tx: Tx, { person, now, ...contents }: Writing): Promise<void> {
  const { userId, organisationId } = person
  const { email } = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirstOrThrow()
  const token = await unsubscribeToken(app, { userId, from: contents.from })
  const answers = await answerLinks(app, tx, { userId, shown: contents.shown, now })
  const { kind, ...mail } = mailOf(app, { ...contents, answers, token })
  await app.mail.write(tx, kind, { organisationId, to: email, ...mail }, now)
}

interface Own {
  readonly userId: string
  readonly organisationIds: readonly number[]
  /** All that are in the digest, unless given. */
  readonly ids?: readonly number[]
}

interface Settled {
  readonly mail_due_at?: null
  readonly in_digest?: boolean
  readonly mailed_at?: Date | null
}

async function settle(tx: Tx, { userId, organisationIds, ids }: Own, next: Settled): Promise<void> {
  if (ids?.length === 0) return
  await tx
    .updateTable('notifications')
    .set(next)
    .where('organisation_id', '=', sql<number>`any(${[...organisationIds]}::bigint[])`)
    .where('user_id', '=', userId)
    .$if(ids !== undefined, (query) =>
      query.where('id', '=', sql<number>`any(${[...(ids ?? [])]}::bigint[])`),
    )
    .$if(ids === undefined, (query) => query.where('in_digest', '=', true))
    .execute()
}

/** How many mails at once the person got since then: those of one mail were sent at the same moment. */
async function mailsSince(tx: Tx, { userId, organisationIds }: Own, since: Date): Promise<number> {
  const { count } = await rowsOf(tx, { userId, organisationIds })
    .where('mail', '=', 'Mail')
    .where('mailed_at', '>', since)
    .select(sql<number>`count(distinct (mailed_at, kind))`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
