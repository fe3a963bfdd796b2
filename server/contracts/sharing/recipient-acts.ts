// What a recipient does: read the document, send back a version, write a comment.
import { sql } from 'kysely'
import type { Readable } from 'node:stream'
import type { App } from '../../platform/app.ts'
import { untrackedCounted } from '../../platform/documents/redline/read-redline.ts'
import { textFormatOf } from '../../platform/documents/text/text-formats.ts'
import { AppError, badInput, conflict, forbidden, notFound, sentence } from '../../platform/errors.ts'
import { change, type DomainEvent, systemActor } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import { type AttemptLimit, reserveAttempt } from '../../platform/secrets/attempt-limit.ts'
import { openContent, readContent } from '../../platform/storage/recorded-content.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { servedContentType } from '../../files/contents/content-type.ts'
import { toContent } from '../../files/contents/file-content.ts'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import type { FileContent } from '../../files/read-file.ts'
import { addFile } from '../../files/versions.ts'
import { lockContractAsSystem, noteContractActivity } from '../access.ts'
import type { Contract } from '../contract.ts'
import { commentedEvent, documentEvent, personOf } from './events.ts'
import {
  getProvenRecipient,
  holdRecipient,
  type Recipient,
  type RecipientBrowser,
} from './recipient-access.ts'
import { isOpen, lockShare, type Share } from './share.ts'

const mostReturns = 20
const mostComments = 200
const longestComment = 10_000
const uploads: AttemptLimit = { name: 'share-uploads', most: 20, minutes: 60 }
const byRecipient = systemActor('recipient')

/** The version that was sent, whose first reading is in the history. Throws conflict if it is not there any more. */
export async function readForRecipient(app: App, browser: RecipientBrowser): Promise<FileContent> {
  const recipient = await getProvenRecipient(app, browser)
  const document = await findDocument(app.db, recipient)
  if (!document) throw conflict('This version is not there any more. Ask the sender for another one.')
  if (recipient.openedAt === null) await noteOpened(app, recipient)
  const { organisationId, sha256 } = recipient
  const { name, size, md5 } = document
  return {
    name,
    contentType: servedContentType(document.contentType),
    size,
    sha256,
    md5,
    open: (range) => openContent(app, { organisationId, key: document.key, size, sha256 }, range),
  }
}

/** What was sent, as long as nothing else has taken its place. */
export const findDocument = (db: Reader, share: Share) =>
  db
    // not through access.ts: recipients have no account, and the share says which document they read
    .selectFrom('files as f')
    .innerJoin('file_versions as v', (join) =>
      join.onRef('v.organisation_id', '=', 'f.organisation_id').onRef('v.file_id', '=', 'f.id'),
    )
    .where('f.organisation_id', '=', share.organisationId)
    .where('f.id', '=', share.fileId)
    .where('f.contract_id', '=', share.contractId)
    .where('f.deleted_at', 'is', null)
    .where('v.version', '=', share.fileVersion)
    .where('v.sha256', '=', share.sha256)
    .select(['v.name', 'v.size', 'v.md5', 'v.storage_key as key', 'v.content_type as contentType'])
    .select('f.frozen')
    .executeTakeFirst()

const noteOpened = (app: App, recipient: Recipient): Promise<void> =>
  change(app, byRecipient, async (tx, now) => {
    await holdRecipient(tx, recipient)
    const share = await lockShare(tx, recipient)
    if (share.openedAt !== null) return { result: undefined, events: [] }
    await setShare(tx, share, { opened_at: now })
    const facts = { sha256: share.sha256.toString('hex'), sentBy: share.createdBy }
    return { result: undefined, events: [documentEvent('opened', share, share.fileId, facts)] }
  })

const setShare = (
  tx: Tx,
  { organisationId, id }: Share,
  values: { readonly opened_at?: Date; readonly answered_at?: Date },
) =>
  tx
    .updateTable('document_shares')
    .set(values)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

/** A version that a recipient sends back, as it arrives. */
export interface Returned {
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** Resolves when the whole request has arrived. */
  readonly whole: () => Promise<void>
}

/** The recipient, if they may send versions back now: asked before a byte is read. */
export async function getUploader(app: App, browser: RecipientBrowser): Promise<Recipient> {
  const recipient = await getProvenRecipient(app, browser)
  if (!recipient.mayUpload) throw forbidden('The sender asks for no version. Answer by mail.')
  const { organisationId, id } = recipient
  await checkFewer(app.db, recipient)
  await reserveAttempt(app, uploads, { subject: `${organisationId} ${id}`, ip: '' })
  return recipient
}

async function checkFewer(db: Reader, { organisationId, id }: Share): Promise<void> {
  const { count } = await db
    .selectFrom('document_returns')
    .where('organisation_id', '=', organisationId)
    .where('share_id', '=', id)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostReturns)
    throw conflict(`You have sent ${mostReturns} versions. Ask the sender to send the document again.`)
}

/**
 * Keeps what a recipient sends back among the files of the contract, where it is offered as a version of the document.
 * Throws bad_request for an empty file and for another type than that of the document; conflict for a document that is
 * out for signature or signed by now, and beyond 20 versions; not_found if the share has ended meanwhile.
 */
export function returnVersion(app: App, recipient: Recipient, returned: Returned): Promise<void> {
  const { organisationId } = recipient
  return withStoredContent(app, organisationId, returned.source, async (stored) => {
    await returned.whole()
    if (stored.size === 0) throw badInput('file', 'is empty.')
    const untracked = await countUntrackedIn(app, recipient, stored)
    await change(app, byRecipient, (tx, now) =>
      withShare(tx, recipient, now, async (contract, share) => {
        const document = await findDocument(tx, share)
        if (!document || document.frozen)
          throw conflict('The document is being signed, was signed, or is not there any more.')
        await checkFewer(tx, share)
        const guest = personOf(share)
        const comments = `Returned by ${guest}`
        const sent = { ...returned, content: stored, comments, guest, untracked, now }
        const content = await toContent(sent)
        if (content.contentType !== document.contentType)
          throw badInput('file', sentence(`Send a file of the same type as ${document.name}.`))
        const place = { subject: { ...contract, kind: 'contract' as const }, folder: null, taskId: null }
        const { fileId, events } = await addFile(tx, { userId: share.createdBy }, content, place)
        const name = content.name ?? document.name
        const id = await insertReturn(tx, share, { fileId, sha256: content.sha256, name, now })
        const sha256 = content.sha256.toString('hex')
        const facts = { returnId: id, name, sha256, untracked, sentBy: share.createdBy }
        return [...events, documentEvent('returned', share, fileId, facts)]
      }),
    )
  })
}

/** How many changes of the text were not tracked; undefined for what is no Word document, or cannot be compared. */
async function countUntrackedIn(
  app: App,
  recipient: Recipient,
  { key, size, sha256 }: StoredContent,
): Promise<number | undefined> {
  const { organisationId } = recipient
  const document = await findDocument(app.db, recipient)
  if (!document || textFormatOf(document.contentType, document.name) !== 'docx') return undefined
  const sent = { organisationId, key: document.key, size: document.size, sha256: recipient.sha256 }
  const [before, after] = await Promise.all([
    readContent(app, sent),
    readContent(app, { organisationId, key, size, sha256 }),
  ])
  const of = { organisationId, input: 'file' }
  return app.documents.run(untrackedCounted, { before, after }, of).catch((error: unknown) => {
    // what came back is kept as it is
    if (error instanceof AppError) return undefined
    throw error
  })
}

interface NewReturn {
  readonly fileId: number
  readonly sha256: Buffer
  readonly name: string
  readonly now: Date
}

async function insertReturn(
  tx: Tx,
  { organisationId, id }: Share,
  { fileId, sha256, name, now }: NewReturn,
): Promise<number> {
  const row = await tx
    .insertInto('document_returns')
    .values({
      organisation_id: organisationId,
      share_id: id,
      file_id: fileId,
      sha256,
      name,
      state: 'Offered',
      returned_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Writes a comment into the conversation of the contract. Throws conflict beyond 200. */
export async function writeComment(app: App, browser: RecipientBrowser, given: string): Promise<void> {
  const recipient = await getProvenRecipient(app, browser)
  if (!recipient.mayComment) throw forbidden('The sender asks for no comments. Answer by mail.')
  const text = given.trim()
  if (text === '') throw badInput('text', 'is empty: write something.')
  if (text.length > longestComment) throw badInput('text', `must have ${longestComment} characters at most.`)
  await change(app, byRecipient, (tx, now) =>
    withShare(tx, recipient, now, async (contract, share) => {
      const { length } = await listComments(tx, share)
      if (length >= mostComments) throw conflict(`You have written ${mostComments} comments. Answer by mail.`)
      const id = await takeId(tx, 'contract_messages')
      await sql`insert into contract_messages
        (organisation_id, id, contract_id, user_id, body, written, created_at, sender, share_id)
        values (${contract.organisationId}, ${id}, ${contract.id}, ${share.createdBy}, ${text}, false, ${now},
          ${personOf(share)}, ${share.id})`.execute(tx)
      return [commentedEvent(share, id, { sentBy: share.createdBy })]
    }),
  )
}

/**
 * Work on an open share, with its contract, both locked. What is sent back counts as an answer. Throws not_found if the
 * share has ended meanwhile.
 */
async function withShare(
  tx: Tx,
  recipient: Recipient,
  now: Date,
  work: (contract: Contract & MayChange, share: Share) => Promise<readonly DomainEvent[]>,
) {
  const { organisationId, contractId: id } = recipient
  const contract = await lockContractAsSystem(tx, { organisationId, id })
  const share = contract && (await lockShare(tx, recipient))
  if (!contract || !share || !isOpen(share, now)) throw notFound()
  await holdRecipient(tx, recipient)
  const events = await work(contract, share)
  await setShare(tx, share, { answered_at: now })
  await noteContractActivity(tx, contract, now)
  return { result: undefined, events }
}

interface Comment {
  readonly text: string
  readonly at: Date
}

const listComments = (db: Reader, { organisationId, contractId, id }: Share): Promise<readonly Comment[]> =>
  db
    .selectFrom('contract_messages')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', contractId)
    .where('share_id', '=', id)
    .orderBy('id')
    .select(['body as text', 'created_at as at'])
    .execute()

/** What the recipient has sent so far, the earliest first. */
export async function listAnswers(app: App, recipient: Recipient) {
  const [comments, returns] = await Promise.all([
    listComments(app.db, recipient),
    app.db
      .selectFrom('document_returns')
      .where('organisation_id', '=', recipient.organisationId)
      .where('share_id', '=', recipient.id)
      .orderBy('id')
      .select(['name', 'returned_at as at'])
      .execute(),
  ])
  return { comments, returns }
}
