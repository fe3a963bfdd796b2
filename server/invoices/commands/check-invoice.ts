// Validation of a new invoice: its texts and days, and what it refers to. Each problem names its input.
import { filesVisibleTo } from '../../files/access.ts'
import type { Matter } from '../../matters/matter.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { badInputs, type Reason } from '../../platform/errors.ts'
import type { MaySee } from '../../platform/granted.ts'
import { isOptionalDay, lineProblems } from '../lines.ts'
import { isCurrency } from '../../platform/currencies.ts'
import type { NewInvoice } from '../new-invoice.ts'
import { bareObject } from '../../platform/bare-object.ts'

/** Throws bad_request with everything that is wrong with the invoice itself. */
export function checkTexts(input: NewInvoice): void {
  const errors = bareObject<readonly Reason[]>(lineProblems(input.lines))
  const note = (name: string, wrong: boolean, expected: string) => {
    if (wrong) errors[name] = [`must be ${expected}.`]
  }
  const { number, currency, billingPeriod } = input
  note('number', number.trim() === '' || number.length > 100, 'a text of 1 to 100 characters')
  note('currency', currency !== undefined && !isCurrency(currency), 'three letters such as NZD (ISO 4217)')
  note(
    'invoiceDate',
    input.invoiceDate === '' || !isOptionalDay(input.invoiceDate),
    'a day such as 2026-05-06',
  )
  note('dueDate', !isOptionalDay(input.dueDate), 'a day such as 2026-05-06')
  const period = billingPeriod ? [billingPeriod.start, billingPeriod.end] : []
  const inOrder = period.every(isOptionalDay) && String(period[0]) <= String(period[1])
  note('billingPeriod', period.length > 0 && !inOrder, 'two days, the first not after the second')
  note('description', (input.description ?? '').length > 10_000, 'a text of 10000 characters at most')
  note('purchaseOrder', (input.purchaseOrder ?? '').length > 255, 'a text of 255 characters at most')
  note('vendorName', (input.vendorName ?? '').length > 255, 'a text of 255 characters at most')
  for (const [index, { creditsLine }] of input.credits ? [] : input.lines.entries()) {
    if (creditsLine) errors[`lines[${index}].creditsLine`] = [nothingCredited]
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

const nothingCredited = 'names a line, and the invoice names none that it credits: name it as credits.'

interface InvoiceReferences {
  readonly matter: Matter & MaySee
  readonly input: Pick<NewInvoice, 'recipientId' | 'batchId' | 'fileId' | 'serviceProviderId' | 'vendorName'>
}

/**
 * Throws bad_request with every reference of the invoice to something that does not exist or that the actor may not
 * use.
 */
export async function checkReferences(
  app: App,
  tx: Tx,
  actor: Actor,
  { matter, input }: InvoiceReferences,
): Promise<void> {
  const errors = await referenceProblems(app, tx, actor, { matter, input })
  const wrongProvider = await providerProblem(tx, actor, matter.organisationId, input)
  if (wrongProvider !== undefined) errors['serviceProviderId'] = [wrongProvider]
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

/** What is wrong with the references of the invoice, except its provider. */
export async function referenceProblems(
  app: App,
  tx: Tx,
  actor: Actor,
  { matter, input }: InvoiceReferences,
): Promise<Record<string, string[]>> {
  const errors = bareObject<string[]>()
  const { recipientId, batchId, fileId } = input
  if (recipientId && !(await isRecipient(tx, matter.organisationId, recipientId))) {
    errors['recipientId'] = ['must be the id of an invoice recipient of the organisation that pays.']
  }
  if (batchId && !(await isBatch(tx, matter.organisationId, batchId))) {
    errors['batchId'] = ['must be the id of a batch of invoices of the organisation that pays.']
  }
  if (fileId && !(await isFileOf(app, tx, actor, { matter, fileId }))) {
    errors['fileId'] = ['must be the id of a file of the matter.']
  }
  return errors
}

/**
 * What is wrong with the provider of an invoice that the actor writes for a matter of the organisation, as text to
 * follow its name.
 */
export async function providerProblem(
  db: Reader,
  actor: Actor,
  organisationId: number,
  { serviceProviderId, vendorName }: Pick<NewInvoice, 'serviceProviderId' | 'vendorName'>,
): Promise<string | undefined> {
  if (actor.organisationId !== organisationId) {
    const own = serviceProviderId === undefined || serviceProviderId === actor.organisationId
    return own && !vendorName ? undefined : 'must be your own organisation.'
  }
  if (serviceProviderId === undefined) {
    return vendorName?.trim() ? undefined : 'is missing: the law firm, or vendorName for anybody else.'
  }
  if (vendorName) return 'and vendorName must not be given together.'
  const link = await db
    .selectFrom('organisation_links')
    .where('customer_id', '=', organisationId)
    .where('provider_id', '=', serviceProviderId)
    .select('provider_id')
    .executeTakeFirst()
  return link ? undefined : 'must be the id of a law firm that works for the organisation.'
}

async function isRecipient(tx: Tx, organisationId: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice_recipients')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function isBatch(tx: Tx, organisationId: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice_batches')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

async function isFileOf(
  app: App,
  tx: Tx,
  actor: Actor,
  { matter, fileId }: { readonly matter: Matter & MaySee; readonly fileId: number },
): Promise<boolean> {
  const row = await filesVisibleTo(app, tx, actor)
    .where('files.organisation_id', '=', matter.organisationId)
    .where('files.matter_id', '=', matter.id)
    .where('files.id', '=', fileId)
    .where('files.kind', '=', 'File')
    .select('files.id')
    .executeTakeFirst()
  return row !== undefined
}
