// Finding and listing threads, and who tracks a mail.
import { recordIdColumns } from '../records/kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { threadsOf, trackingsVisibleTo } from './access.ts'
import { readRecords, type RecordView } from './record-views.ts'
import { type MailClient, type MailRecord, recordOf, type Thread, threadColumns, threadOf } from './thread.ts'

/** A thread with its record as the reader may see it. */
export interface ThreadView extends Pick<Thread, 'client' | 'identifier' | 'track' | 'record'> {
  readonly shown: RecordView | undefined
}

/**
 * The actor's threads with the identifier, and others' trackings of it to records that the actor may see, each record
 * once. Without a client, those of all clients.
 */
export async function findThreads(
  app: App,
  actor: Actor,
  { identifier, client }: { readonly identifier: string; readonly client?: MailClient | undefined },
): Promise<readonly ThreadView[]> {
  let own = threadsOf(app.db, actor).where('email_threads.thread_identifier', '=', identifier)
  let others = trackingsVisibleTo(app, app.db, actor)
    .where('email_trackings.thread_identifier', '=', identifier)
    .where('email_trackings.user_id', '<>', actor.userId)
  if (client) {
    own = own.where('email_threads.client', '=', client)
    others = others.where('email_trackings.client', '=', client)
  }
  const [threads, trackings] = await Promise.all([
    own
      .orderBy('email_threads.change_number', 'desc')
      .select([...threadColumns])
      .execute(),
    others
      .orderBy('email_trackings.id')
      .select([
        'email_trackings.organisation_id',
        'email_trackings.client',
        ...recordIdColumns('email_trackings'),
        'email_trackings.file_id',
      ])
      .execute(),
  ])
  return shown(app, actor, [
    ...threads.map(threadOf),
    ...trackings.map((row) => ({
      client: row.client as MailClient,
      identifier,
      track: true,
      record: recordOf(row.organisation_id, row),
    })),
  ])
}

/** Each thread with its record; of several with the same client and record, the first. */
async function shown(
  app: App,
  actor: Actor,
  threads: readonly Pick<Thread, 'client' | 'identifier' | 'track' | 'record'>[],
): Promise<readonly ThreadView[]> {
  const keyOf = ({ client, identifier, record }: Pick<Thread, 'client' | 'identifier' | 'record'>) =>
    JSON.stringify([client, identifier, record])
  const once = [
    ...new Map(threads.toReversed().map((thread) => [keyOf(thread), thread])).values(),
  ].toReversed()
  const show = await readRecords(
    app,
    actor,
    once.flatMap(({ record }) => (record ? [record] : [])),
  )
  return once.map(({ client, identifier, track, record }) => ({
    client,
    identifier,
    track,
    record,
    shown: record ? show(record) : undefined,
  }))
}

interface PageOfThreads {
  readonly threads: readonly ThreadView[]
  /** Where the next page starts; null after the last. */
  readonly nextCursor: number | null
}

/** A page of the actor's own threads, last changed first; `cursor` is the one that the previous page returned. */
export async function listThreads(
  app: App,
  actor: Actor,
  {
    client,
    size,
    cursor,
  }: {
    readonly client?: MailClient | undefined
    readonly size: number
    readonly cursor?: number | undefined
  },
): Promise<PageOfThreads> {
  let query = threadsOf(app.db, actor)
  if (client) query = query.where('email_threads.client', '=', client)
  if (cursor !== undefined) query = query.where('email_threads.change_number', '<', cursor)
  const rows = await query
    .orderBy('email_threads.change_number', 'desc')
    // one extra row shows whether there is a next page
    .limit(size + 1)
    .select([...threadColumns])
    .execute()
  const threads = rows.slice(0, size).map(threadOf)
  return {
    threads: await shown(app, actor, threads),
    nextCursor: rows.length > size ? (threads.at(-1)?.changeNumber ?? null) : null,
  }
}

/** That somebody tracks a mail, for a caller who may know. */
export interface Tracking {
  /** The requested id: a message's, or the thread's. */
  readonly externalReferenceId: string
  readonly userId: string
  readonly trackedAt: Date
  readonly record: MailRecord
}

/** Who tracks any of the mails to records that the actor may see, earliest first. */
export async function findTrackings(
  app: App,
  actor: Actor,
  externalReferenceIds: readonly string[],
): Promise<readonly Tracking[]> {
  if (externalReferenceIds.length === 0) return []
  const columns = [
    'email_trackings.organisation_id',
    'email_trackings.id',
    'email_trackings.user_id',
    ...recordIdColumns('email_trackings'),
    'email_trackings.file_id',
  ] as const
  const [byMessage, byThread] = await Promise.all([
    trackingsVisibleTo(app, app.db, actor)
      .innerJoin('email_tracked_messages as m', (join) =>
        join
          .onRef('m.organisation_id', '=', 'email_trackings.organisation_id')
          .onRef('m.tracking_id', '=', 'email_trackings.id'),
      )
      .where('m.external_reference_id', 'in', [...externalReferenceIds])
      .select([...columns, 'm.external_reference_id', 'm.tracked_at'])
      .execute(),
    trackingsVisibleTo(app, app.db, actor)
      .where('email_trackings.thread_identifier', 'in', [...externalReferenceIds])
      .select([
        ...columns,
        'email_trackings.thread_identifier as external_reference_id',
        'email_trackings.tracked_at',
      ])
      .execute(),
  ])
  const rows = [...byMessage, ...byThread].sort(
    (a, b) => a.tracked_at.getTime() - b.tracked_at.getTime() || a.id - b.id,
  )
  return rows.flatMap((row) => {
    const record = recordOf(row.organisation_id, row)
    if (!record) return []
    const { external_reference_id: externalReferenceId, user_id: userId, tracked_at: trackedAt } = row
    return [{ externalReferenceId, userId, trackedAt, record }]
  })
}
