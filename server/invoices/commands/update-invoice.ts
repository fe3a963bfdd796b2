// Updating an invoice: its content while it is a draft, and the notes of the organisation that pays.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInputs, conflict } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { findCredited } from '../credits/credited-invoice.ts'
import { draftUpdated } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import type { NewInvoiceLine } from '../lines.ts'
import { listStoredLines, type StoredLine } from '../stored-lines.ts'
import { type PayerChanges, writePayerChanges } from './update-payer-fields.ts'
import { passOnNumber } from './pass-on-number.ts'
import { checkTexts, referenceProblems } from './check-invoice.ts'
import type { NewInvoice } from '../new-invoice.ts'
import { codedLines, computeLines, insertLines, rethrowNumberTaken, draftColumns } from './create-invoice.ts'

/** What a draft may update: an absent property is kept, null clears it; lines are replaced all together. */
export type DraftChanges = Partial<
  Omit<NewInvoice, 'serviceProviderId' | 'vendorName' | 'batchId' | 'currency'> & {
    readonly currency: string
  }
>

interface InvoiceChanges {
  readonly draft: DraftChanges
  readonly notes: PayerChanges
}

/**
 * Applies the changes that `decide` derives from the current invoice, all or none. The organisation that wrote an
 * invoice may update its content while it is a draft; afterwards that is a conflict. Notes belong to the organisation
 * that pays.
 */
export function updateInvoice(
  app: App,
  actor: Actor,
  id: number,
  decide: (invoice: Invoice) => InvoiceChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    const { draft, notes } = decide(invoice)
    const events: DomainEvent[] = []
    if (Object.keys(draft).length > 0) {
      events.push(
        ...(await writeDraft(app, tx, actor, {
          invoice: permitted(invoice, mover.involvement, 'changeInvoices'),
          draft,
          now,
        })),
      )
    }
    if (Object.keys(notes).length > 0) {
      const version = invoice.version + events.length
      const { purchaseOrder = invoice.purchaseOrder } = draft
      const current = { ...invoice, version, purchaseOrder }
      events.push(
        ...(await writePayerChanges(tx, actor, { invoice: current, mover }, { changes: notes, now })),
      )
    }
    return { result: undefined, events }
  })
}

interface Draft {
  readonly invoice: Invoice & MayChange
  readonly draft: DraftChanges
  readonly now: Date
}

async function writeDraft(
  app: App,
  tx: Tx,
  actor: Actor,
  { invoice, draft, now }: Draft,
): Promise<readonly DomainEvent[]> {
  if (invoice.status !== 'Draft') {
    throw conflict(
      `The content of an invoice can only be updated while it is a Draft; this one is ${invoice.status}.`,
    )
  }
  const { organisationId, id } = invoice
  const { vendorName, ...written } = await draftContentOf(tx, invoice)
  const next = { ...written, ...draft }
  checkTexts(next)
  const matter = await getMatterToContribute(tx, actor, invoice.matterId)
  const errors = await referenceProblems(app, tx, actor, { matter, input: draft })
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const coded = await codedLines(tx, matter, { ...next, lines: draft.lines ?? kept(written.lines) })
  const lines = await computeLines({ ...next, lines: coded }, next.currency)
  const of = { organisationId, matterId: matter.id, currency: next.currency }
  const { serviceProviderId } = invoice
  const creditsId = await findCredited(tx, { ...of, serviceProviderId, vendorName }, next.credits)
  await tx
    .updateTable('invoices')
    .set({ ...draftColumns({ ...next, lines, creditsId }), version: invoice.version + 1, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
    .catch(rethrowNumberTaken)
  if (draft.number !== undefined && draft.number !== written.number) await passOnNumber(tx, invoice)
  await tx
    .deleteFrom('invoice_lines')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .execute()
  await insertLines(tx, invoice, lines)
  await noteMatterActivity(tx, matter, now)
  return [draftUpdated(invoice, written, { ...next, lines })]
}

/** Lines that stay: their codes say the rate and the tax, also of another day. */
const kept = (lines: readonly StoredLine[]): readonly NewInvoiceLine[] =>
  lines.map(({ taxRate, tax, ...line }) => (line.taxCode ? line : { ...line, taxRate, tax }))

/** The current content of the invoice. */
async function draftContentOf(tx: Tx, { organisationId, id }: Invoice) {
  // not through access.ts: the invoice was fetched there
  const row = await tx
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { billing_period_start: start, billing_period_end: end } = row
  return {
    number: row.number,
    invoiceDate: row.invoice_date,
    dueDate: row.due_date,
    billingPeriod: start !== null && end !== null ? { start, end } : null,
    description: row.description,
    thirdParty: row.third_party,
    recipientId: row.recipient_id,
    purchaseOrder: row.purchase_order,
    currency: row.currency,
    credits: row.credits_id === null ? null : { id: row.credits_id },
    vendorName: row.vendor_name,
    fileId: row.file_id,
    lines: await listStoredLines(tx, { organisationId, id }),
  }
}
