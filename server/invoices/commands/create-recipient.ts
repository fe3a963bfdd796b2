// Adding an invoice recipient, to whom invoices can be addressed.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { violates } from '../../platform/postgres/database.ts'
import { badInputs, conflict } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { bareObject } from '../../platform/bare-object.ts'

/** The details of a recipient. */
export interface RecipientTexts {
  readonly name: string
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly addressLine3: string | null
  readonly taxType: 'GST' | 'TAX' | 'VAT' | null
  readonly taxNumber: string | null
  readonly contactName: string | null
  readonly contactPhone: string | null
  readonly contactEmail: string | null
}

export type NewRecipient = Partial<RecipientTexts> &
  Pick<RecipientTexts, 'name'> & { readonly organisationId: number }

const noDetails: Omit<RecipientTexts, 'name'> = {
  addressLine1: null,
  addressLine2: null,
  addressLine3: null,
  taxType: null,
  taxNumber: null,
  contactName: null,
  contactPhone: null,
  contactEmail: null,
}

/** Adds the recipient and returns its id. Names are unique within an organisation. */
export async function createRecipient(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, ...given }: NewRecipient,
): Promise<number> {
  const recipient = { ...noDetails, ...given }
  const errors = recipientProblems(recipient)
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return change(app, actor, async (tx, now) => {
    await checkRoom(tx, 'recipients', { organisationId })
    const { id } = await tx
      .insertInto('invoice_recipients')
      .values({ organisation_id: organisationId, ...valuesOf(recipient), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(rethrowNameTaken)
    const resource = { kind: 'invoiceRecipient', id }
    const facts = { name: recipient.name.trim() }
    return {
      result: id,
      events: [{ name: 'invoiceRecipient.created', organisationId, resource, subject: null, facts }],
    }
  })
}

/** The columns of the details. */
export const valuesOf = (recipient: RecipientTexts) => ({
  name: recipient.name.trim(),
  address_line1: recipient.addressLine1,
  address_line2: recipient.addressLine2,
  address_line3: recipient.addressLine3,
  tax_type: recipient.taxType,
  tax_number: recipient.taxNumber,
  contact_name: recipient.contactName,
  contact_phone: recipient.contactPhone,
  contact_email: recipient.contactEmail,
})

/** What is wrong with the details, by property. */
export function recipientProblems({ name, contactEmail, ...texts }: RecipientTexts) {
  const errors = bareObject<string[]>()
  if (name.trim() === '' || name.length > 255) errors['name'] = ['must be a text of 1 to 255 characters.']
  for (const [property, text] of Object.entries(texts)) {
    if (typeof text === 'string' && text.length > 255) {
      errors[property] = ['must have 255 characters at most.']
    }
  }
  if (contactEmail && !/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(contactEmail)) {
    errors['contactEmail'] = ['must be an email address.']
  }
  return errors
}

/** Throws a conflict if the name is taken, and any other error unchanged. */
export function rethrowNameTaken(error: unknown): never {
  if (violates(error, 'invoice_recipients_name_unique')) {
    throw conflict('The organisation already has an invoice recipient with this name.')
  }
  throw error
}
