// Moving an invoice through its life: posting, reviewing, approving, declining, paying, voiding.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { getInvoiceToWorkOn } from '../access.ts'
import { applyMove, type Move } from '../moves.ts'
import { writeInvoice } from './write-invoice.ts'

/**
 * Makes the move. Throws not_found, forbidden without the permission or for the other side's moves, and conflict, saying what is
 * possible, when the state of the invoice does not allow it.
 */
export function moveInvoice(app: App, actor: Actor, id: number, move: Move): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceToWorkOn(tx, actor, id)
    const next = applyMove(invoice, move, mover, now)
    return { result: undefined, events: await writeInvoice(tx, actor, invoice, { next, now }) }
  })
}
