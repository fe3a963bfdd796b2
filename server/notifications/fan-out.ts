// From events to notifications: each committed event becomes one notification for everybody whom it concerns, who sees
// the record and who did not do it themselves. Processes share the work; a dispatch goes with the transaction that
// stored what came of it.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import {
  type DispatchedEvent,
  selectDispatched,
  takeDispatched,
} from '../platform/events/dispatched-events.ts'
import { internalTransaction } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { organisationSubject, type SubjectKind } from '../platform/subject.ts'
import { findRecipients, type Addressed, type NotifiedEvent } from './recipients.ts'
import { notifyPreferencesOfMany } from './preferences.ts'
import type { NotificationWay } from './notification.ts'

const eventsAtOnce = 100
const rowsAtOnce = 500
// mails at once wait this long for others of their kind, which then go with them
const coalesceMs = 60_000
/** An event that concerns more people than this goes to their digests instead of mails at once. */
const mostMailsAtOnce = 50

/**
 * Turns waiting events into notifications, one batch for each organisation, and returns how many events were processed.
 */
export async function notifyPeople(app: App): Promise<number> {
  const { rows: waiting } = await sql<{ organisation_id: number }>`
    /* every organisation: work is found here and done within one */
    select organisation_id from notification_dispatches
    group by organisation_id order by min(event_id) limit 50`.execute(app.db)
  let done = 0
  for (const { organisation_id: organisationId } of waiting) {
    done += await notifySome(app, organisationId).catch((error: unknown) => {
      app.log.error({ err: error, organisationId }, 'could not notify the people of an organisation')
      return 0
    })
  }
  return done
}

function notifySome(app: App, organisationId: number): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const taken = await takeDispatched(tx, 'notification_dispatches', organisationId, eventsAtOnce)
    if (taken.length === 0) return 0
    const events = await readEvents(tx, organisationId, taken)
    const addressed = await findRecipients(app, tx, organisationId, events)
    await store(tx, { organisationId, addressed, now })
    await tx
      .deleteFrom('notification_dispatches')
      .where('organisation_id', '=', organisationId)
      .where('event_id', '=', sql<number>`any(${taken.map(({ event_id }) => event_id)}::bigint[])`)
      .execute()
    return taken.length
  })
}

async function readEvents(
  tx: Tx,
  organisationId: number,
  taken: readonly DispatchedEvent[],
): Promise<readonly NotifiedEvent[]> {
  const rows = await selectDispatched(tx, organisationId, taken)
    .select([
      'id',
      'at',
      'name',
      'resource_kind',
      'resource_id',
      'subject_kind',
      'subject_id',
      'user_id',
      'facts',
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    name: row.name,
    resource: { kind: row.resource_kind, id: row.resource_id },
    subject:
      row.subject_kind !== null && row.subject_id !== null
        ? { kind: row.subject_kind as SubjectKind, id: row.subject_id, organisationId }
        : organisationSubject(organisationId),
    byUserId: row.user_id,
    facts: row.facts as NotifiedEvent['facts'],
  }))
}

interface Made {
  readonly organisationId: number
  readonly addressed: readonly Addressed[]
  readonly now: Date
}

async function store(tx: Tx, { organisationId, addressed, now }: Made): Promise<void> {
  const preferences = await notifyPreferencesOfMany(
    tx,
    addressed.map(({ person }) => person),
  )
  const wanted = addressed
    .map((each) => ({ ...each, way: preferences(each.person.userId)[each.rule.kind] }))
    .filter(({ way }) => way !== 'Off')
  const mails = new Map<number, number>()
  for (const { event, way } of wanted) {
    if (way === 'Mail') mails.set(event.id, (mails.get(event.id) ?? 0) + 1)
  }
  const rows = wanted.map((each) =>
    rowOf(organisationId, { ...each, way: calmed(each.way, mails.get(each.event.id) ?? 0) }, now),
  )
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('notifications')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['organisation_id', 'event_id', 'user_id']).doNothing())
      .execute()
  }
}

/** One act in a large team is not hundreds of mails. */
const calmed = (way: NotificationWay, mails: number): NotificationWay =>
  way === 'Mail' && mails > mostMailsAtOnce ? 'Digest' : way

function rowOf(
  organisationId: number,
  { event, person, rule, way }: Addressed & { readonly way: NotificationWay },
  now: Date,
) {
  return {
    organisation_id: organisationId,
    user_id: person.userId,
    kind: rule.kind,
    what: rule.what,
    event_id: event.id,
    at: event.at,
    subject_kind: event.subject.kind,
    subject_id: event.subject.id,
    resource_kind: event.resource.kind,
    resource_id: event.resource.id,
    by_user_id: event.byUserId,
    facts: JSON.stringify(Object.fromEntries((rule.keep ?? []).map((name) => [name, event.facts[name]]))),
    mail: way === 'Mail' || way === 'Digest' ? way : null,
    mail_due_at: way === 'Mail' ? new Date(now.getTime() + coalesceMs) : null,
    in_digest: way === 'Digest',
  }
}
