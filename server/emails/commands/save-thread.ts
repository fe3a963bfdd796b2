// Saving a thread from a mail client: created the first time, updated afterwards, with the messages that are sent
// along.
import { Readable } from 'node:stream'
import { type Insertable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import { addJob } from '../../platform/add-job.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import type { EmailThreadsTable } from '../../platform/postgres/tables.ts'
import { deleteBlob, withStoredContent } from '../../files/contents/stored-blobs.ts'
import { draftsOf, threadsOf } from '../access.ts'
import { threadTracked, threadUntracked } from '../events.ts'
import {
  type MailClient,
  type MailMessage,
  type MailRecord,
  recordColumns,
  type Thread,
  threadColumns,
  threadOf,
} from '../thread.ts'
import { getRecordToAddTo, resolveRecord, type RecordInput } from './check-record.ts'
import { type StoredMessage, saveMessages } from './save-messages.ts'
import { saveTracking } from './save-tracking.ts'

/** The thread as its mail client sends it; absent properties are kept. */
export interface ThreadInput extends RecordInput {
  readonly client: MailClient
  readonly identifier: string
  readonly track?: boolean
  readonly messages?: readonly MailMessage[]
}

/**
 * Saves the actor's thread and returns its id. Tracking requires a record that the actor may add to. Mail that one of
 * their drafts waits for is delivered soon after. A save that changes nothing keeps the position of the thread in the
 * list.
 */
export function saveThread(app: App, actor: Actor, input: ThreadInput): Promise<number> {
  return withOriginals(app, actor, input.messages ?? [], async (messages) => {
    const { id, replaced } = await change(app, actor, async (tx, now) => {
      await lockPerson(tx, actor)
      const before = await findThread(tx, actor, input)
      const record = await resolveRecord(app, tx, actor, { input, before: before?.record ?? null })
      const track = await resolveTracking(app, tx, actor, { input, before, record })
      const next = { client: input.client, identifier: input.identifier, track, record }
      const thread = before ?? (await insertThread(tx, actor, next, now))
      const saved = await saveMessages(tx, actor, thread, { messages, now })
      if (before && (saved.changed || isChanged(before, next)))
        await writeThread(tx, actor, { thread, next, now })
      const events = trackingEvents(thread.id, before, next)
      await saveTracking(tx, actor, { threadId: thread.id, before, next, now })
      if (track && record && (events.length > 0 || saved.changed)) {
        const subject = await getRecordToAddTo(app, tx, actor, record)
        await app.subjects[record.kind].noteActivity(tx, subject, now)
      }
      await deliverSoon(tx, actor, messages)
      return { result: { id: thread.id, replaced: saved.replaced }, events }
    })
    for (const key of replaced) await deleteBlob(app, key)
    return id
  })
}

/** Stores the originals one after another, and deletes all of them if `work` fails. */
function withOriginals<Result>(
  app: App,
  actor: Actor,
  messages: readonly MailMessage[],
  work: (messages: readonly StoredMessage[]) => Promise<Result>,
): Promise<Result> {
  const keep = (index: number, kept: readonly StoredMessage[]): Promise<Result> => {
    const message = messages[index]
    if (!message) return work(kept)
    const { original, ...rest } = message
    const next = (content: StoredContent | undefined) => keep(index + 1, [...kept, { ...rest, content }])
    return original
      ? withStoredContent(app, actor.organisationId, Readable.from(original), next)
      : next(undefined)
  }
  return keep(0, [])
}

/** Saves of one person run one after another, because their changes are numbered. */
export async function lockPerson(tx: Tx, { userId }: Actor): Promise<void> {
  await tx.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
}

async function findThread(
  tx: Tx,
  actor: Actor,
  { client, identifier }: Pick<ThreadInput, 'client' | 'identifier'>,
): Promise<Thread | undefined> {
  const row = await threadsOf(tx, actor)
    .where('email_threads.client', '=', client)
    .where('email_threads.thread_identifier', '=', identifier)
    .select([...threadColumns])
    .executeTakeFirst()
  return row && threadOf(row)
}

type Next = Pick<Thread, 'client' | 'identifier' | 'track' | 'record'>

async function resolveTracking(
  app: App,
  tx: Tx,
  actor: Actor,
  {
    input,
    before,
    record,
  }: {
    readonly input: ThreadInput
    readonly before: Thread | undefined
    readonly record: MailRecord | null
  },
): Promise<boolean> {
  if (input.track === true && !record) {
    throw badInput('track', 'needs a record: send matterId, contractId or fileId with it.')
  }
  const track = record !== null && (input.track ?? before?.track ?? false)
  // somebody who has left the record since may not add to it
  if (track) await getRecordToAddTo(app, tx, actor, record)
  return track
}

const isChanged = (before: Next, next: Next) =>
  before.track !== next.track || !isSameRecord(before.record, next.record)

/** Whether both are the same record and the same file. */
const isSameRecord = (a: MailRecord | null, b: MailRecord | null): boolean =>
  a?.kind === b?.kind && a?.id === b?.id && a?.fileId === b?.fileId

function trackingEvents(id: number, before: Next | undefined, next: Next): readonly DomainEvent[] {
  const { client } = next
  const [from, to] = [before?.track ? before.record : null, next.track ? next.record : null]
  if (isSameRecord(from, to)) return []
  return [
    ...(from ? [threadUntracked({ id, client, record: from })] : []),
    ...(to ? [threadTracked({ id, client, record: to })] : []),
  ]
}

/** The number of a person's next change; the person must be locked. */
async function nextChangeNumber(tx: Tx, actor: Actor): Promise<number> {
  const { number } = await threadsOf(tx, actor)
    .select(sql<number>`coalesce(max(email_threads.change_number), 0) + 1`.as('number'))
    .executeTakeFirstOrThrow()
  return number
}

async function insertThread(tx: Tx, actor: Actor, next: Next, now: Date): Promise<Thread> {
  const values: Insertable<EmailThreadsTable> = {
    organisation_id: actor.organisationId,
    user_id: actor.userId,
    client: next.client,
    thread_identifier: next.identifier,
    ...stateOf(next),
    change_number: await nextChangeNumber(tx, actor),
    created_at: now,
    updated_at: now,
  }
  const row = await tx
    .insertInto('email_threads')
    .values(values)
    .returning([...threadColumns])
    .executeTakeFirstOrThrow()
  return threadOf(row)
}

const stateOf = ({ track, record }: Next) => ({
  track,
  record_organisation_id: record?.organisationId ?? null,
  ...recordColumns(record),
})

async function writeThread(
  tx: Tx,
  actor: Actor,
  { thread, next, now }: { readonly thread: Thread; readonly next: Next; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('email_threads')
    .set({ ...stateOf(next), change_number: await nextChangeNumber(tx, actor), updated_at: now })
    .where('organisation_id', '=', thread.organisationId)
    .where('id', '=', thread.id)
    .execute()
}

async function deliverSoon(tx: Tx, actor: Actor, messages: readonly StoredMessage[]): Promise<void> {
  if (messages.length === 0) return
  const waiting = await draftsOf(tx, actor)
    .where(
      'email_drafts.source_id',
      'in',
      messages.map(({ externalReferenceId }) => externalReferenceId),
    )
    .where('email_drafts.delivered_at', 'is', null)
    .select(['email_drafts.organisation_id as organisationId', 'email_drafts.id'])
    .execute()
  for (const draft of waiting) await addJob(tx, 'deliver-draft', draft)
}
