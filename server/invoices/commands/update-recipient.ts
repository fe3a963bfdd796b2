// Updating an invoice recipient.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { badInputs, notFound } from '../../platform/errors.ts'
import { rethrowNameTaken, type RecipientTexts, recipientProblems, valuesOf } from './create-recipient.ts'

const texts = [
  'name',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'taxType',
  'taxNumber',
  'contactName',
  'contactPhone',
  'contactEmail',
] as const

/** Applies the changes to a recipient of the actor's organisation: an absent property is kept, null clears it. */
export function updateRecipient(
  app: App,
  actor: Actor,
  id: number,
  changes: Partial<RecipientTexts>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    const before = await getRecipientToChange(tx, actor, id)
    const next = { ...before, ...changes }
    const errors = recipientProblems(next)
    if (Object.keys(errors).length > 0) throw badInputs(errors)
    const differences = differencesOf(before, next, texts)
    if (Object.keys(differences).length === 0) return { result: undefined, events: [] }
    await tx
      .updateTable('invoice_recipients')
      .set({ ...valuesOf(next), updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
      .catch(rethrowNameTaken)
    const resource = { kind: 'invoiceRecipient', id }
    const facts = { changes: differences }
    return {
      result: undefined,
      events: [{ name: 'invoiceRecipient.updated', organisationId, resource, subject: null, facts }],
    }
  })
}

/** The recipient of the actor's own organisation, locked until the transaction ends; not_found for any other. */
export async function getRecipientToChange(
  tx: Tx,
  { organisationId }: Actor,
  id: number,
): Promise<RecipientTexts> {
  const row = await tx
    .selectFrom('invoice_recipients')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    name: row.name,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    addressLine3: row.address_line3,
    taxType: row.tax_type as RecipientTexts['taxType'],
    taxNumber: row.tax_number,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    contactEmail: row.contact_email,
  }
}
