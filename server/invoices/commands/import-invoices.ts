// Importing invoices from a file of a law firm's billing software: all of them, or none if there is any mistake.
import { Readable } from 'node:stream'
import { checkRecordable } from '../../files/contents/file-content.ts'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { cleanName } from '../../files/uploads/file-name.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { compareDecimals, productOf } from '../../platform/decimal.ts'
import { AppError } from '../../platform/errors.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import {
  type CheckedInvoice,
  type ReportedInvoice,
  type ImportOptions,
  type InvoiceFile,
  checkFile,
  matterOf,
  reportOf,
} from '../imports/check-invoice-file.ts'
import type { LedesFormat, LedesLine, LedesProblem } from '../ledes/ledes.ts'
import { netOf } from '../ledes/totals.ts'
import type { NewInvoiceLine } from '../lines.ts'
import { applyTransition } from '../transitions.ts'
import { checkTexts } from './check-invoice.ts'
import type { NewInvoice } from '../new-invoice.ts'
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
      for (const each of checked.invoices) {
        const input = { ...newInvoiceOf(each), ...providerOf(options), batchId }
        checkTexts(input)
        const added = await addInvoice(app, tx, actor, { matterId: matterOf(each).id, input, now })
        ids.push(added.invoice.id)
        events.push(added.event)
        if (options.post === false) continue
        const { invoice, mover } = await getInvoiceForUpdate(tx, actor, added.invoice.id)
        const next = applyTransition(invoice, { kind: 'post' }, mover, now)
        const posting = permitted(invoice, mover.involvement, 'postInvoices')
        events.push(...(await writeInvoice(tx, actor, posting, { next, now })))
      }
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
  name: cleanName(fileName) ?? `invoices-${batchId}.${format === 'LEDES XML 2.1' ? 'xml' : 'txt'}`,
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

/** The invoice to create. In a file without problems every value could be read. */
function newInvoiceOf({ invoice, currency }: CheckedInvoice): NewInvoice {
  const { date, dueDate, period, description, purchaseOrder } = invoice
  return {
    number: invoice.number.text,
    invoiceDate: read(date),
    dueDate,
    ...(period ? { billingPeriod: period } : {}),
    description,
    purchaseOrder,
    ...(currency === null ? {} : { currency }),
    lines: invoice.lines.map(newLineOf),
  }
}

function newLineOf(line: LedesLine): NewInvoiceLine {
  const tax = read(line.tax).amount
  return {
    kind: read(line.kind),
    description: read(line.description),
    quantity: read(line.units),
    unitPrice: read(line.rate),
    adjustment: read(line.adjustment),
    amount: read(netOf(line)),
    // a fraction in the file, a percentage here
    taxRate: productOf(read(line.taxRate), '100'),
    ...(compareDecimals(tax, '0') === 0 ? {} : { tax }),
    workDate: read(line.date),
    timekeeper: line.timekeeper,
    timekeeperNumber: line.timekeeperId,
    timekeeperClass: line.timekeeperLevel,
    taskCode: line.taskCode,
    activityCode: line.activityCode,
    expenseCode: line.expenseCode,
  }
}

function read<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('What could not be read is a problem of its file')
  return value
}
