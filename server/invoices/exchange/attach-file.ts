// Adding, removing and downloading the files of answers and appeals.
import { Readable } from 'node:stream'
import { detectContentType } from '../../files/contents/content-type.ts'
import { checkRecordable } from '../../files/contents/file-content.ts'
import { deleteBlob, withStoredContent } from '../../files/contents/stored-blobs.ts'
import { cleanName } from '../../files/uploads/file-name.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { RecordedContent } from '../../platform/storage/storage.ts'
import { invoicesVisibleTo } from '../access.ts'
import type { Invoice } from '../invoice.ts'
import { getStoredReview } from '../review/stored-review.ts'
import { mostAnswerFiles } from './answer-files.ts'
import type { Exchange } from './exchange.ts'
import { invoiceOfFirm, isOfFirm, openToFirm } from './open-to-firm.ts'

interface NewFile {
  readonly bytes: Buffer
  readonly fileName: string | undefined
  /** The line that it is about; null: the whole answer. */
  readonly number: number | null
}

/**
 * Adds a file to the answer or appeal that is open, and returns its id. It is sent with the answer. For the firm whose
 * invoice it is; conflict where nothing is open, and beyond 20 files. Throws bad_request naming `line` and `fileName`.
 */
export async function attachAnswerFile(app: App, actor: Actor, id: number, file: NewFile): Promise<number> {
  const organisationId = await payerOf(app, actor, id)
  const { bytes, number } = file
  const name = cleanName(file.fileName, 'fileName')
  if (name === undefined) throw badInput('fileName', 'is missing: the name of the file, with its extension.')
  const contentType = await detectContentType(bytes.subarray(0, 16 * 1024), name, undefined)
  return withStoredContent(app, organisationId, Readable.from([bytes]), (content) =>
    change(app, actor, async (tx, now) => {
      checkRecordable(content)
      const { invoice } = await invoiceOfFirm(tx, actor, id)
      const open = await openToFirm(tx, invoice, now)
      if (number !== null) await checkLine(tx, { invoice, open, number })
      await checkRoom(tx, invoice, open)
      const row = await tx
        .insertInto('invoice_answer_files')
        .values({
          organisation_id: organisationId,
          invoice_id: id,
          kind: open.kind,
          number,
          name,
          content_type: contentType,
          storage_key: content.key,
          size: content.size,
          sha256: content.sha256,
          added_by: actor.userId,
          added_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      // nothing is said to the payer before it is sent
      return { result: row.id, events: [] }
    }),
  )
}

/**
 * Removes a file that was not sent yet. For the firm; not_found for a file of another invoice, conflict for one that
 * was sent.
 */
export async function removeAnswerFile(app: App, actor: Actor, id: number, fileId: number): Promise<void> {
  const key = await change(app, actor, async (tx) => {
    const { invoice } = await invoiceOfFirm(tx, actor, id)
    const of = { organisation_id: invoice.organisationId, invoice_id: id, id: fileId }
    const file = await tx
      .selectFrom('invoice_answer_files')
      .where((eb) => eb.and(of))
      .select(['storage_key as key', 'sent_at'])
      .executeTakeFirst()
    if (!file) throw notFound()
    if (file.sent_at !== null) throw conflict('It was sent with the answer, so it stays with the invoice.')
    await tx
      .deleteFrom('invoice_answer_files')
      .where((eb) => eb.and(of))
      .execute()
    return { result: file.key, events: [] }
  })
  await deleteBlob(app, key)
}

export interface AnswerFileContent extends RecordedContent {
  readonly name: string
  readonly contentType: string
}

/**
 * The content of a file. Throws not_found unless the actor sees the invoice, and the file was sent or is of their own
 * firm.
 */
export async function getAnswerFile(
  { db }: App,
  actor: Actor,
  { id, fileId }: { readonly id: number; readonly fileId: number },
): Promise<AnswerFileContent> {
  const row = await invoicesVisibleTo(db, actor)
    .innerJoin('invoice_answer_files as f', (join) =>
      join
        .onRef('f.organisation_id', '=', 'invoices.organisation_id')
        .onRef('f.invoice_id', '=', 'invoices.id'),
    )
    .where('invoices.id', '=', id)
    .where('f.id', '=', fileId)
    .select(['invoices.organisation_id as organisationId', 'invoices.service_provider_id'])
    .select([
      'f.name',
      'f.content_type as contentType',
      'f.storage_key as key',
      'f.size',
      'f.sha256',
      'f.sent_at',
    ])
    .executeTakeFirst()
  if (!row || (row.sent_at === null && !isOfFirm(actor, row.organisationId, row.service_provider_id))) {
    throw notFound()
  }
  const { organisationId, name, contentType, key, size, sha256 } = row
  return { organisationId, name, contentType, key, size, sha256 }
}

/** The organisation that pays, whose storage has the content; the change checks everything else. */
async function payerOf({ db }: App, actor: Actor, id: number): Promise<number> {
  const row = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select('invoices.organisation_id')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.organisation_id
}

interface OnLine {
  readonly invoice: Invoice
  readonly open: Exchange
  readonly number: number
}

async function checkLine(tx: Tx, { invoice, open, number }: OnLine): Promise<void> {
  if (open.kind === 'Questions') {
    if (open.lines.some((line) => line.number === number)) return
    throw badInput('line', 'must be a line that a question is about.')
  }
  const { decisions } = await getStoredReview(tx, invoice)
  const decision = decisions.get(number)?.decision ?? 'Accepted'
  if (decision === 'Accepted') throw badInput('line', 'must be a line that is reduced or rejected.')
}

/** The lock of the invoice makes others wait that add at the same moment. */
async function checkRoom(tx: Tx, { organisationId, id }: Invoice, { kind }: Exchange): Promise<void> {
  const files = await tx
    .selectFrom('invoice_answer_files')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('kind', '=', kind)
    .where('is_earlier', '=', false)
    .select('id')
    .execute()
  if (files.length >= mostAnswerFiles)
    throw conflict(`There are ${mostAnswerFiles} files already; remove one, or put several into one.`)
}
