// Who sees what the legal department itself costs: those of its people who see all spend, and those who keep it. Law
// firms see nothing of it: who may do what is asked of the organisation that pays only.
import { readFinancialSettings } from '../../identity/organisations/read-organisations.ts'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { type FiscalShift, shiftOf } from '../../platform/time/fiscal-calendar.ts'

type Asking = Pick<Actor, 'organisationType' | 'permissions'>

/** Whether somebody enters and corrects inside costs. */
export const keepsInsideCosts = ({ organisationType, permissions }: Asking): boolean =>
  organisationType === 'Customer' && permissions.has('ManageInsideCosts')

/** Whether somebody sees inside costs. */
export const seesInsideCosts = (actor: Asking): boolean =>
  keepsInsideCosts(actor) || (actor.organisationType === 'Customer' && actor.permissions.has('SeeAllSpend'))

/** Throws forbidden for who does not see inside costs. */
export function checkSeesInsideCosts(actor: Asking): void {
  if (!seesInsideCosts(actor))
    throw forbidden('Inside costs are for people with the permission SeeAllSpend or ManageInsideCosts.')
}

/** The inside costs of the actor's organisation. Throws forbidden for who does not see any. */
export function insideCostsVisibleTo(db: Reader, actor: Actor) {
  checkSeesInsideCosts(actor)
  return db.selectFrom('inside_costs').where('inside_costs.organisation_id', '=', actor.organisationId)
}

/** What holds for the inside costs of an organisation. */
export interface InsideCostSettings {
  readonly currency: string
  readonly shift: FiscalShift
}

/**
 * The currency and the fiscal calendar, held until the transaction ends: inside costs of one organisation are changed
 * one after the other. Throws forbidden for who may not change them.
 */
export async function holdInsideCosts(tx: Tx, actor: Actor): Promise<InsideCostSettings> {
  if (!keepsInsideCosts(actor)) throw forbidden('This needs the permission ManageInsideCosts.')
  const { organisationId } = actor
  await tx
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  const settings = await readFinancialSettings(tx, organisationId)
  return { currency: settings.currency, shift: shiftOf(settings) }
}

/** An inside cost of the actor's organisation, locked until the transaction ends. Throws not_found for any other. */
export async function getInsideCostForUpdate(tx: Tx, actor: Actor, id: number) {
  const settings = await holdInsideCosts(tx, actor)
  const row = await insideCostsVisibleTo(tx, actor)
    .where('inside_costs.id', '=', id)
    .selectAll('inside_costs')
    .forUpdate('inside_costs')
    .executeTakeFirst()
  if (!row) throw notFound()
  return { settings, row }
}
