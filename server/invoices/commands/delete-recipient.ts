// Deleting an invoice recipient.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { getRecipientToChange } from './update-recipient.ts'

/** Removes the recipient from the list. Invoices addressed to it keep it, and its name can be used again. */
export function deleteRecipient(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    const { name } = await getRecipientToChange(tx, actor, id)
    await tx
      .updateTable('invoice_recipients')
      .set({ deleted_at: now, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const resource = { kind: 'invoiceRecipient', id }
    return {
      result: undefined,
      events: [
        { name: 'invoiceRecipient.deleted', organisationId, resource, subject: null, facts: { name } },
      ],
    }
  })
}
