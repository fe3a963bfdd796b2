// Adding somebody whom invoices can be addressed to.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { violates } from '../../platform/database.ts'
import { badInputs, conflict } from '../../platform/errors.ts'
import type { InvoiceRecipient } from '../queries.ts'

export type NewRecipient = Partial<Omit<InvoiceRecipient, 'id'>> &
  Pick<InvoiceRecipient, 'name'> & {
    readonly organisationId: number
  }

/** Adds the recipient and answers its id; a name is taken once in an organisation. */
export async function createRecipient(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, addressLines = [null, null, null], ...recipient }: NewRecipient,
): Promise<number> {
  const name = recipient.name.trim()
  const errors = problems({ ...recipient, name })
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return change(app, actor, async (tx, now) => {
    const { id } = await tx
      .insertInto('invoice_recipients')
      .values({
        organisation_id: organisationId,
        name,
        address_line1: addressLines[0],
        address_line2: addressLines[1],
        address_line3: addressLines[2],
        tax_type: recipient.taxType ?? null,
        tax_number: recipient.taxNumber ?? null,
        contact_name: recipient.contactName ?? null,
        contact_phone: recipient.contactPhone ?? null,
        contact_email: recipient.contactEmail ?? null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(nameTaken)
    return {
      result: id,
      events: [
        {
          name: 'invoiceRecipient.created',
          organisationId,
          resource: { kind: 'invoiceRecipient', id },
          subject: null,
          facts: { name },
        },
      ],
    }
  })
}

function problems({ name, contactEmail, ...texts }: Partial<Omit<NewRecipient, 'addressLines'>>) {
  const errors: Record<string, string[]> = {}
  if (!name || name.length > 255) errors['name'] = ['name must be a text of 1 to 255 characters.']
  for (const [property, text] of Object.entries(texts)) {
    if (typeof text === 'string' && text.length > 255) {
      errors[property] = [`${property} must have 255 characters at most.`]
    }
  }
  if (contactEmail && !/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(contactEmail)) {
    errors['contactEmail'] = ['contactEmail must be an e-mail address.']
  }
  return errors
}

function nameTaken(error: unknown): never {
  if (violates(error, 'invoice_recipients_name_unique')) {
    throw conflict('The organisation has an invoice recipient of this name already.')
  }
  throw error
}
