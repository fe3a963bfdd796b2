// Who sees tax codes: people who work on invoices of the organisation that keeps them; its administrators change them.
// People of a law firm see those that lines of their invoices can name, on a matter that they see, without what of the
// tax is recoverable.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Matter } from '../../matters/matter.ts'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { checkMayBill } from '../access.ts'

function checkKeepsCodes(actor: Actor): void {
  if (actor.organisationType === 'Customer') return
  throw forbidden('Tax codes are kept by the organisation that pays.')
}

/** The codes of the actor's organisation. Throws forbidden for who does not work on its invoices. */
export function taxCodesVisibleTo(db: Reader, actor: Actor) {
  checkKeepsCodes(actor)
  if (actor.role !== 'Administrator') checkMayBill(actor)
  return db.selectFrom('tax_codes').where('tax_codes.organisation_id', '=', actor.organisationId)
}

/** Those that lines of invoices of a matter can name. Throws forbidden for who may not bill. */
export function taxCodesOfMatter(db: Reader, actor: Actor, { organisationId }: Matter & MaySee) {
  checkMayBill(actor)
  return db
    .selectFrom('tax_codes')
    .where('tax_codes.organisation_id', '=', organisationId)
    .where('tax_codes.active', '=', true)
}

/**
 * The actor's organisation, locked until the transaction ends: its codes are changed one after the other. Throws
 * forbidden for who is not its administrator.
 */
export async function holdTaxCodes(tx: Tx, actor: Actor): Promise<number> {
  checkKeepsCodes(actor)
  const { id } = await getOrganisationToChange(tx, actor, actor.organisationId)
  return id
}

/** A code of the actor's organisation, locked with it. Throws like `holdTaxCodes`, and not_found. */
export async function getTaxCodeForUpdate(tx: Tx, actor: Actor, id: number) {
  await holdTaxCodes(tx, actor)
  const row = await taxCodesVisibleTo(tx, actor)
    .where('tax_codes.id', '=', id)
    .selectAll('tax_codes')
    .forUpdate('tax_codes')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
