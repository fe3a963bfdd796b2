// Changing the status of an invoice: posting, reviewing, approving, declining, paying, voiding.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { permitted } from '../../records/rights/access.ts'
import { applyTransition, rightToMake, type Transition } from '../transitions.ts'
import { writeInvoice } from './write-invoice.ts'

/**
 * Applies the transition. Throws not_found; forbidden without the permission or for a transition of the other side; and
 * conflict, naming the possible transitions, if the status of the invoice does not allow it.
 */
export function transitionInvoice(app: App, actor: Actor, id: number, move: Transition): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    const next = applyTransition(invoice, move, mover, now)
    const changing = permitted(invoice, mover.involvement, rightToMake(move.kind))
    return { result: undefined, events: await writeInvoice(tx, actor, changing, { next, now }) }
  })
}
