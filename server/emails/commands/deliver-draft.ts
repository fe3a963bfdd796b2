// Delivering the mail of a draft: to the conversation of the matter, or as a file of it.
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { toContent } from '../../files/contents/file-content.ts'
import { addFile } from '../../files/versions.ts'
import { getMatterFor, noteMatterActivity } from '../../matters/access.ts'
import { kinds } from '../../records/kinds.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError } from '../../platform/errors.ts'
import { openContent } from '../../platform/storage/recorded-content.ts'
import type { RecordedContent } from '../../platform/storage/storage.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { draftsOf } from '../access.ts'
import { type Draft, draftColumns, draftOf, isExpected } from '../draft.ts'
import { mailPosted } from '../events.ts'

interface DraftKey {
  readonly organisationId: number
  readonly id: number
}

/**
 * Delivers the mail that the draft waits for, once, on behalf of its person. Does nothing if the mail has not arrived
 * (or, for a file, its original), or if the person may no longer add to the matter.
 */
export async function deliverDraft(app: App, key: DraftKey): Promise<void> {
  const actor = await findPerson(app, key)
  const draft = actor && (await findOpenDraft(app.db, actor, key))
  const message = draft && (await findMessage(app, actor, draft))
  if (!draft || !message || !isExpected(draft, message.sender)) return
  try {
    if (draft.mode === 'Message')
      await deliver(app, actor, draft, (tx, now) => post(tx, actor, { draft, message, now }))
    else if (message.content) await deliverFile(app, actor, draft, { ...message, content: message.content })
  } catch (error) {
    if (!(error instanceof AppError) || !['not_found', 'forbidden'].includes(error.code)) throw error
    app.log.info({ draft: key.id }, 'a draft was not delivered: its person may no longer add to the matter')
  }
}

async function findPerson({ db }: App, { organisationId, id }: DraftKey): Promise<Actor | undefined> {
  // not through access.ts: the job only has the id of the draft, and finds out here whose it is
  const row = await db
    .selectFrom('email_drafts')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select('user_id')
    .executeTakeFirst()
  const snapshot = row && (await findSnapshot(db, row.user_id))
  return snapshot && { ...snapshot, via: { kind: 'system', name: 'deliver-draft' }, requestId: null }
}

async function findOpenDraft(db: App['db'], actor: Actor, { organisationId, id }: DraftKey) {
  const row = await openDraft(db, actor, { organisationId, id }).executeTakeFirst()
  return row && draftOf(row)
}

const openDraft = (db: App['db'], actor: Actor, { organisationId, id }: DraftKey) =>
  draftsOf(db, actor)
    .where('email_drafts.organisation_id', '=', organisationId)
    .where('email_drafts.id', '=', id)
    .where('email_drafts.delivered_at', 'is', null)
    .select([...draftColumns])

async function findMessage({ db }: App, { organisationId, userId }: Actor, { sourceId }: Draft) {
  const found = await db
    .selectFrom('email_messages')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('external_reference_id', '=', sourceId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .select(['sender', 'subject', 'body', 'sent_at', 'storage_key as key', 'size', 'sha256'])
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const { key, size, sha256, ...message } = found
  const isStored = key !== null && size !== null && sha256 !== null
  return { ...message, content: isStored ? { organisationId, key, size, sha256 } : undefined }
}

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>

/** Runs `work` and marks the draft as delivered, unless that has already happened. */
function deliver(
  app: App,
  actor: Actor,
  draft: Draft,
  work: (tx: Tx, now: Date) => Promise<readonly DomainEvent[]>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    if (!(await openDraft(tx, actor, draft).forUpdate().executeTakeFirst()))
      return { result: undefined, events: [] }
    const events = await work(tx, now)
    await tx
      .updateTable('email_drafts')
      .set({ delivered_at: now, updated_at: now })
      .where('organisation_id', '=', draft.organisationId)
      .where('id', '=', draft.id)
      .execute()
    return { result: undefined, events }
  })
}

async function post(
  tx: Tx,
  actor: Actor,
  { draft, message, now }: { readonly draft: Draft; readonly message: Message; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const matter = await getMatterFor(tx, actor, draft.matterId, 'draftMail')
  const { id } = await tx
    .insertInto('matter_messages')
    .values({
      organisation_id: draft.organisationId,
      matter_id: matter.id,
      user_id: actor.userId,
      draft_id: draft.id,
      recipient_ids: [...draft.recipientIds],
      sender: message.sender,
      subject: message.subject,
      body: message.body ?? '',
      sent_at: message.sent_at,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteMatterActivity(tx, matter, now)
  return [
    mailPosted({ ...matter, kind: kinds.matter.one }, id, { subject: message.subject, draftId: draft.id }),
  ]
}

/**
 * The file has its own copy of the content, stored with the matter's organisation, so that neither depends on the
 * other.
 */
async function deliverFile(
  app: App,
  actor: Actor,
  draft: Draft,
  message: Message & { readonly content: RecordedContent },
): Promise<void> {
  const bytes = await openContent(app, message.content)
  const record = async (tx: Tx, content: StoredContent, now: Date) => {
    const subject = await app.subjects.matter.getToContribute(tx, actor, draft.matterId)
    await app.subjects.matter.hold(tx, subject)
    const fileName = `${message.subject?.trim() || 'Message'}.eml`
    const received = await toContent({ content, fileName, contentType: 'message/rfc822', now })
    const file = await addFile(tx, actor, received, { subject, folder: null, taskId: null })
    await app.subjects.matter.noteActivity(tx, subject, now)
    return file.events
  }
  await withStoredContent(app, draft.organisationId, bytes, (content) =>
    deliver(app, actor, draft, (tx, now) => record(tx, content, now)),
  )
}
