// Changing an invoice: what is written in it while it is a draft, and what the organisation that pays notes on it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInputs, conflict } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { getInvoiceToWorkOn } from '../access.ts'
import { draftChanged } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import { listLines } from '../kept-lines.ts'
import { type InvoiceChanges, writeChanges } from './update-invoice.ts'
import { checkTexts, referenceProblems } from './check-invoice.ts'
import { chargedLines, insertLines, type NewInvoice, numberTaken, writtenValues } from './create-invoice.ts'

/** What a draft may change: an absent property stays as it is, null clears; lines come all together. */
export type DraftChanges = Partial<
  Omit<NewInvoice, 'serviceProviderId' | 'vendorName' | 'batchId' | 'currency'> & {
    readonly currency: string
  }
>

interface Revision {
  readonly draft: DraftChanges
  readonly notes: InvoiceChanges
}

/**
 * Applies what `decide` draws from the invoice as it stands, all or none. What is written in an invoice changes while it is a
 * draft, by the organisation that wrote it, and is conflict afterwards; notes are of the organisation that pays.
 */
export function reviseInvoice(
  app: App,
  actor: Actor,
  id: number,
  decide: (invoice: Invoice) => Revision,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceToWorkOn(tx, actor, id)
    const { draft, notes } = decide(invoice)
    const events: DomainEvent[] = []
    if (Object.keys(draft).length > 0) {
      events.push(...(await writeDraft(app, tx, actor, { invoice, draft, now })))
    }
    if (Object.keys(notes).length > 0) {
      const version = invoice.version + events.length
      const { purchaseOrder = invoice.purchaseOrder } = draft
      const current = { ...invoice, version, purchaseOrder }
      events.push(...(await writeChanges(tx, actor, { invoice: current, mover }, { changes: notes, now })))
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
      `What is written in an invoice can be changed while it is a Draft; this one is ${invoice.status}.`,
    )
  }
  const { organisationId, id } = invoice
  const written = await writtenIn(tx, invoice)
  const next = { ...written, ...draft }
  checkTexts(next)
  const matter = await getMatterToContribute(tx, actor, invoice.matterId)
  const errors = await referenceProblems(app, tx, actor, { matter, input: draft })
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const lines = await chargedLines(next, next.currency)
  await tx
    .updateTable('invoices')
    .set({ ...writtenValues({ ...next, lines }), version: invoice.version + 1, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
    .catch(numberTaken)
  await tx
    .deleteFrom('invoice_lines')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .execute()
  await insertLines(tx, invoice, lines)
  await noteMatterActivity(tx, matter, now)
  return [draftChanged(invoice, Object.keys(draft))]
}

/** What is written in the invoice now. */
async function writtenIn(tx: Tx, { organisationId, id }: Invoice) {
  // not through access.ts: the invoice has been asked for there
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
    fileId: row.file_id,
    lines: await listLines(tx, { organisationId, id }),
  }
}
