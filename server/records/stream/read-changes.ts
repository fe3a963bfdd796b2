// Reading the events of organisations as changes, and who may know of each right now.
import { kindNames, kinds } from '../kinds.ts'
import { sql } from 'kysely'
import { whoMaySeeFiles } from '../../files/access.ts'
import type { App } from '../../platform/app.ts'
import { isForOwnOrganisation } from '../../platform/events/own-organisation.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { type Subject, type SubjectKind, visibilityOfSubjects } from '../../platform/subject.ts'
import { type AuthorizationSnapshot, findSnapshots } from '../../identity/users/authorization-snapshot.ts'
import { type Change, isAboutFile, isStreamed } from './change.ts'

/** How far back events are looked for. */
const dayMs = 24 * 60 * 60_000

interface Asked {
  readonly organisationIds: readonly number[]
  /** Only events with a larger id. */
  readonly after: number
  readonly limit: number
}

export interface StoredEvent {
  readonly id: number
  /** When its transaction began. */
  readonly at: Date
  readonly name: string
  readonly resource: Change['resource']
  readonly subject: Subject
  readonly userId: string | null
}

/** The events of these organisations after a position, oldest first, those included that are not part of the stream. */
export async function readEvents(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { organisationIds, after, limit }: Asked,
): Promise<{ readonly ids: readonly number[]; readonly events: readonly StoredEvent[] }> {
  if (organisationIds.length === 0) return { ids: [], events: [] }
  const rows = await db
    .selectFrom('events')
    .where('organisation_id', '=', sql<number>`any(${[...organisationIds]}::bigint[])`)
    .where('id', '>', after)
    // limits the partitions that are read
    .where('at', '>=', new Date(clock.now().getTime() - dayMs))
    .orderBy('id')
    .limit(limit)
    .select([
      'id',
      'at',
      'organisation_id',
      'name',
      'resource_kind',
      'resource_id',
      'subject_kind',
      'subject_id',
      'user_id',
    ])
    .execute()
  const events = rows.flatMap((row) =>
    row.subject_kind !== null && row.subject_id !== null && isStreamed(row.name)
      ? [
          {
            id: row.id,
            at: row.at,
            name: row.name,
            resource: { kind: row.resource_kind, id: row.resource_id },
            subject: {
              kind: row.subject_kind as SubjectKind,
              id: row.subject_id,
              organisationId: row.organisation_id,
            },
            userId: row.user_id,
          },
        ]
      : [],
  )
  return { ids: rows.map(({ id }) => id), events }
}

/** A position that everything committed from now on is after, and little of what was committed before. */
export async function currentPosition(db: Reader): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    /* every organisation: its events share one sequence */ select last_value::float8 as last from events_id`.execute(
    db,
  )
  return Math.max(0, (rows[0]?.last ?? 0) - unsettledIds)
}

// ids that transactions under way may have taken
const unsettledIds = 200

/** Whether everything after the position can still be read; not for one of another history, from before a restore. */
export async function isKnownPosition(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  organisationIds: readonly number[],
  position: number,
): Promise<boolean> {
  if (position > (await currentPosition(db)) + unsettledIds) return false
  const { rows } = await sql<{ known: boolean }>`
    select not exists (select 1 from events where organisation_id = any(${[...organisationIds]}::bigint[])
      and id > ${position} and at < ${new Date(clock.now().getTime() - dayMs)}) as known`.execute(db)
  return rows[0]?.known ?? false
}

/** What each of these people may know of the events, by their id; nothing of people who are not active. */
export async function changesFor(
  app: App,
  userIds: readonly string[],
  events: readonly StoredEvent[],
): Promise<{ readonly people: readonly AuthorizationSnapshot[]; of(userId: string): readonly Change[] }> {
  const people = await findSnapshots(app.db, [...new Set(userIds)])
  if (events.length === 0 || people.length === 0) return { people, of: () => [] }
  const subjects = [...new Map(events.map(({ subject }) => [keyOf(subject), subject])).values()]
  const files = events.flatMap(({ name, resource, subject: { organisationId } }) =>
    isAboutFile(name) && resource.id !== null ? [{ organisationId, id: resource.id }] : [],
  )
  const [{ maySee }, maySeeFile, versions] = await Promise.all([
    visibilityOfSubjects(app.subjects, app.db, subjects, people),
    whoMaySeeFiles(app, app.db, { files, people }),
    readVersions(app.db, subjects),
  ])
  const byId = new Map(people.map((person) => [person.userId, person]))
  const isFor = (person: AuthorizationSnapshot, { name, resource, subject }: StoredEvent) =>
    maySee(subject, person) &&
    (person.organisationId === subject.organisationId || !isForOwnOrganisation({ name, resource })) &&
    (!isAboutFile(name) ||
      (resource.id !== null &&
        maySeeFile({ organisationId: subject.organisationId, id: resource.id }, person)))
  const of = (userId: string) => {
    const person = byId.get(userId)
    if (!person) return []
    return events
      .filter((event) => isFor(person, event))
      .map(({ id, name, resource, subject, userId: by }) => ({
        eventId: id,
        topic: name,
        record: { kind: subject.kind, id: subject.id },
        resource,
        version: versions.get(keyOf(subject)) ?? 0,
        own: by === userId,
      }))
  }
  return { people, of }
}

const keyOf = ({ kind, organisationId, id }: Subject) => `${kind} ${organisationId} ${id}`

async function readVersions(db: Reader, subjects: readonly Subject[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const kind of kindNames) {
    const some = subjects.filter((subject) => subject.kind === kind)
    if (some.length === 0) continue
    // not through access.ts: sent to nobody before their access to the record is checked
    const { rows } = await sql<{ organisation_id: number; id: number; version: number }>`
      select organisation_id, id, version from ${sql.table(kinds[kind].many)}
      where organisation_id = any(${[...new Set(some.map(({ organisationId }) => organisationId))]}::bigint[])
        and id = any(${some.map(({ id }) => id)}::bigint[])`.execute(db)
    for (const { organisation_id, id, version } of rows) {
      found.set(keyOf({ kind, organisationId: organisation_id, id }), version)
    }
  }
  return found
}
