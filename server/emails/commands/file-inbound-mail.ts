// Filing a mail that was sent to the addresses of matters and contracts, on behalf of its sender, who must be a person
// who may add to them.
import { kinds } from '../../records/kinds.ts'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { toContent } from '../../files/contents/file-content.ts'
import { addFile } from '../../files/versions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { AddedMail, Subject } from '../../platform/subject.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { findSnapshotByEmail } from '../../identity/users/authorization-snapshot.ts'
import { mailPosted } from '../events.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import type { InboundMail, readMail } from '../inbound/mail.ts'

const mailRead = documentTask<typeof readMail>(new URL('../inbound/mail.ts', import.meta.url), {
  name: 'readMail',
  called: 'The mail',
  limits: { seconds: 10, megabytes: 512 },
})

type Named = Pick<Subject, 'kind' | 'id'>

/**
 * Files the mail to each record: as `<subject>.eml` with its attachments and, for a matter, in its conversation as
 * well. A record that already has the mail is not changed. Throws forbidden before anything is written unless the
 * sender may add to all of them; an unknown sender gets the same answer.
 */
export async function fileInboundMail(app: App, raw: Buffer, records: readonly Named[]): Promise<void> {
  const of = { organisationId: undefined, input: 'mail', lane: 'background' } as const
  const mail = await app.documents.run(mailRead, raw, of)
  const actor = await senderOf(app, mail)
  const granted: (Subject & MayContribute)[] = []
  for (const { kind, id } of records)
    granted.push(await mayAdd(() => app.subjects[kind].getToContribute(app.db, actor, id)))
  for (const subject of granted) {
    if (await isThere(app, subject, mail)) continue
    const sources = [
      { name: `${mail.subject ?? 'Message'}.eml`, type: 'message/rfc822', bytes: raw },
      ...mail.attachments,
    ]
    await withContents(app, subject.organisationId, sources, (contents) =>
      change(app, actor, async (tx, now) => ({
        result: undefined,
        events: await file(app, tx, { actor, subject, mail, contents, now }),
      })),
    )
  }
}

async function senderOf(app: App, { sender }: InboundMail): Promise<Actor> {
  const snapshot = sender === undefined ? undefined : await findSnapshotByEmail(app.db, sender)
  if (!snapshot || snapshot.featuresOff?.has('INBOUND_EMAIL')) throw refused()
  return { ...snapshot, via: { kind: 'system', name: 'inbound-mail' }, requestId: null }
}

async function mayAdd<Granted>(get: () => Promise<Granted>): Promise<Granted> {
  try {
    return await get()
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'forbidden'].includes(error.code)) throw refused()
    throw error
  }
}

const refused = () =>
  new AppError('forbidden', 'This address only accepts mail from people who may add to its record.')

const columnOf = ({ kind }: Named) => kinds[kind].recordId

async function isThere({ db }: App, subject: Subject, { reference }: InboundMail): Promise<boolean> {
  const row = await db
    .selectFrom('inbound_mails')
    .where('organisation_id', '=', subject.organisationId)
    .where(columnOf(subject), '=', subject.id)
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Part {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

interface Stored {
  readonly part: Part
  readonly content: StoredContent
}

/** Stores the parts one after another, then runs `work`; if that fails, their content is deleted again. */
async function withContents(
  app: App,
  organisationId: number,
  parts: readonly Part[],
  work: (contents: readonly Stored[]) => Promise<void>,
): Promise<void> {
  const [part, ...others] = parts
  if (!part) return work([])
  await withStoredContent(app, organisationId, Readable.from([bufferOf(part.bytes)]), (content) =>
    withContents(app, organisationId, others, (contents) => work([{ part, content }, ...contents])),
  )
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

interface Filing {
  readonly actor: Actor
  readonly subject: Subject & MayContribute
  readonly mail: InboundMail
  readonly contents: readonly Stored[]
  readonly now: Date
}

async function file(app: App, tx: Tx, filing: Filing): Promise<readonly DomainEvent[]> {
  const { actor, mail, contents, now } = filing
  const { kind, id } = filing.subject
  const subject = await app.subjects[kind].getToContribute(tx, actor, id)
  await app.subjects[kind].hold(tx, subject)
  if (!(await noteTaken(tx, filing))) return []
  const events: DomainEvent[] = []
  const added: AddedMail['attachments'][number][] = []
  for (const { part, content } of contents) {
    const received = await toContent({ content, fileName: part.name, contentType: part.type, now })
    const recorded = await addFile(tx, actor, received, { subject, folder: null, taskId: null })
    events.push(...recorded.events)
    const { contentType, sha256, name = part.name } = received
    added.push({ fileId: recorded.fileId, name, contentType, sha256 })
  }
  const [message, ...attachments] = added
  if (message && attachments.length > 0)
    await app.subjects[kind].mailed?.(app, tx, actor, { recordId: id, ...message, attachments, now })
  if (kinds[kind].messagesHaveMails) events.push(await post(tx, filing))
  await app.subjects[kind].noteActivity(tx, subject, now)
  app.log.info({ kind, id, reference: mail.reference }, 'a mail was filed')
  return events
}

/** False if a concurrent delivery has already filed the same mail. */
async function noteTaken(tx: Tx, { actor, subject, mail, now }: Filing): Promise<boolean> {
  const row = await tx
    .insertInto('inbound_mails')
    .values({
      organisation_id: subject.organisationId,
      [columnOf(subject)]: subject.id,
      reference: mail.reference,
      user_id: actor.userId,
      received_at: now,
    })
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function post(tx: Tx, { actor, subject, mail, now }: Filing): Promise<DomainEvent> {
  const { rows } = await sql<{ readonly id: number }>`insert into ${sql.table(kinds[subject.kind].messages)}
      (organisation_id, ${sql.ref(columnOf(subject))}, user_id, sender, subject, body, sent_at, created_at)
    values (${subject.organisationId}, ${subject.id}, ${actor.userId}, ${mail.sender ?? null},
      ${mail.subject ?? null}, ${mail.text}, ${mail.sentAt}, ${now}) returning id`.execute(tx)
  const [{ id }] = rows as [{ readonly id: number }]
  return mailPosted(subject, id, { subject: mail.subject ?? null, draftId: null })
}
