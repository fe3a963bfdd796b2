// Importing invoices from a file of a law firm's billing software: all of them, or none if there is any mistake.
import { Readable } from 'node:stream'
import { checkRecordable } from '../../files/contents/file-content.ts'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { cleanName } from '../../files/uploads/file-name.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { creditErrorsOfPosting } from '../credits/check-credit.ts'
import {
  type ReportedInvoice,
  type ImportOptions,
  type InvoiceFile,
  checkFile,
  matterOf,
  reportOf,
} from '../imports/check-invoice-file.ts'
import { flagPosted } from '../guidelines/post-with-guidelines.ts'
import { newInvoiceOf, placeOf } from '../imports/invoice-of-file.ts'
import { cellOf } from '../imports/plain-problems.ts'
import { isXml, type LedesFormat, type LedesProblem } from '../ledes/ledes.ts'
import { applyTransition } from '../transitions.ts'
import { checkTexts } from './check-invoice.ts'
import { addInvoice, createBatch } from './create-invoice.ts'
import { writeInvoice } from './write-invoice.ts'
import { bareObject } from '../../platform/bare-object.ts'

/** The result of an import. */
export interface ImportResult {
  readonly format: LedesFormat
  readonly batchId: number
  readonly invoices: readonly (ReportedInvoice & { readonly id: number })[]
}

/**
 * Imports every invoice of the file in one batch, posts them by default, and stores the file unchanged. If anything is
 * wrong, throws bad_request naming each problem by row and column, and writes nothing.
 */
export async function importInvoices(
  app: App,
  actor: Actor,
  file: InvoiceFile,
  options: ImportOptions,
): Promise<ImportResult> {
  const checked = await checkFile(app, actor, file, options)
  const { problems, format, invoices } = reportOf(checked)
  const [first] = checked.invoices
  if (problems.length > 0 || !first || format === null) throw importRefused(problems)
  const { organisationId } = matterOf(first)
  const kept = withStoredContent(app, organisationId, Readable.from([file.bytes]), (content) =>
    change(app, actor, async (tx, now) => {
      checkRecordable(content)
      const batchId = await createBatch(tx, actor, { organisationId }, now)
      const original = { fileName: file.fileName, format, organisationId, batchId, content, now }
      await tx.insertInto('invoice_originals').values(rowOf(original)).execute()
      const events: DomainEvent[] = []
      const ids: number[] = []
      const refused: LedesProblem[] = []
      for (const each of checked.invoices) {
        const { creditsId } = each
        const credits = creditsId === null ? null : { id: creditsId }
        const input = { ...newInvoiceOf(each), ...providerOf(options), credits, batchId }
        checkTexts(input)
        const added = await addInvoice(app, tx, actor, { matterId: matterOf(each).id, input, now })
        ids.push(added.invoice.id)
        events.push(added.event)
        if (options.post === false) continue
        const { invoice, mover } = await getInvoiceForUpdate(tx, actor, added.invoice.id)
        const next = applyTransition(invoice, { kind: 'post' }, mover, now)
        const posting = permitted(invoice, mover.involvement, 'postInvoices')
        for (const error of await creditErrorsOfPosting(tx, invoice)) {
          refused.push({
            ...cellOf(placeOf(each.invoice, error.line), error.property, format),
            message: error.message,
          })
        }
        for (const { line, text } of await flagPosted(tx, posting, now)) {
          refused.push({ ...placeOf(each.invoice, line), message: text })
        }
        events.push(...(await writeInvoice(tx, actor, posting, { next, now })))
      }
      if (refused.length > 0) throw importRefused(refused)
      return { result: { batchId, ids }, events }
    }),
  )
  const { batchId, ids } = await kept
  return { format, batchId, invoices: invoices.map((each, index) => ({ ...each, id: ids[index] ?? 0 })) }
}

const providerOf = ({ serviceProviderId, vendorName }: ImportOptions) => ({
  ...(serviceProviderId === undefined ? {} : { serviceProviderId }),
  ...(vendorName === undefined ? {} : { vendorName }),
})

interface Original {
  readonly fileName: string | undefined
  readonly format: LedesFormat
  readonly organisationId: number
  readonly batchId: number
  readonly content: StoredContent
  readonly now: Date
}

const rowOf = ({ fileName, format, organisationId, batchId, content, now }: Original) => ({
  organisation_id: organisationId,
  batch_id: batchId,
  name: cleanName(fileName) ?? `invoices-${batchId}.${isXml(format) ? 'xml' : 'txt'}`,
  format,
  storage_key: content.key,
  size: content.size,
  sha256: content.sha256,
  created_at: now,
})

/** The error for a file with problems, each by its position. */
function importRefused(problems: readonly LedesProblem[]): AppError {
  const errors = bareObject<string[]>()
  for (const { row, column, field, message } of problems) {
    const place = `row ${row}, column ${column} (${field})`
    errors[place] = [...(errors[place] ?? []), message]
  }
  return new AppError(
    'bad_request',
    `Nothing was imported: the file has ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}.`,
    {
      errors,
    },
  )
}
