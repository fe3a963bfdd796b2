// Removing an invoice that an import has made.
import { sql } from 'kysely'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { keepDrawsOf } from '../../matters/kept-draws.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { deleteEmptyBatches } from '../../matters/purge-matter.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkNoLegalHold } from '../../records/legal-hold.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { invoiceDeleted } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import { rightToMake } from '../transitions.ts'

/**
 * Removes the invoice for good, with its lines; its number can be used again. For those who may void it. Throws
 * not_found, forbidden, and conflict under a legal hold, once it was given to finance, and while credit notes name it.
 */
export function removeMadeInvoice(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    const { organisationId, matterId } = permitted(invoice, mover.involvement, rightToMake('void'))
    await checkNoLegalHold(matterKind, tx, { organisationId, id: matterId })
    await checkNeverExported(tx, invoice)
    await checkNotCredited(tx, invoice)
    await keepDrawsOf(tx, { organisationId, invoices: sql`i.id = ${id}` })
    const { batch_id: batchId } = await tx
      .deleteFrom('invoices')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .returning('batch_id')
      .executeTakeFirstOrThrow()
    await deleteEmptyBatches(tx, { organisationId }, [batchId])
    await noteMatterActivity(tx, await getMatterToContribute(tx, actor, matterId), now)
    return { result: undefined, events: [invoiceDeleted(invoice)] }
  })
}

/** An export lists what was in it, also after it was withdrawn. */
async function checkNeverExported(tx: Tx, { organisationId, id }: Invoice): Promise<void> {
  const { rows } = await sql`select from finance_export_invoices
    where organisation_id = ${organisationId} and invoice_id = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw conflict('It was exported to finance, so it stays. Void it instead.')
}

async function checkNotCredited(tx: Tx, { organisationId, id }: Invoice): Promise<void> {
  // not through access.ts: they are of the matter of the invoice, and nothing of them is shown
  const { rows } = await sql`select from invoices
    where organisation_id = ${organisationId} and credits_id = ${id} limit 1`.execute(tx)
  if (rows.length > 0) throw conflict('Credit notes name it, so it stays. Void them and it instead.')
}
