// Who sees fee arrangements, and who changes them. What is for a matter: everybody of its organisation who sees it, and
// people of the firm concerned who do; what is for all matters of a firm: people who work on invoices, of the
// organisation that pays or of the firm while the two are linked.
import { getMatterFor, getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { RecordRight } from '../../records/rights/rights-table.ts'
import { checkMayBill } from '../access.ts'
import { isOfTheirs } from '../rates/access.ts'

/** Those for all matters that the actor sees. Throws forbidden for somebody who does not work on invoices. */
export function generalArrangements(db: Reader, actor: Actor) {
  checkMayBill(actor)
  return db
    .selectFrom('fee_arrangements')
    .where(isOfTheirs('fee_arrangements', actor))
    .where('fee_arrangements.matter_id', 'is', null)
}

/** Throws forbidden for who is not of an organisation that pays law firms, or does not work on its invoices. */
export function checkMayArrange(actor: Actor): void {
  checkMayBill(actor)
  if (actor.organisationType !== 'Customer')
    throw forbidden('Fee arrangements are set by the organisation that pays.')
}

export interface SeenArrangement {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number | null
  readonly kind: string
  readonly currency: string
}

/** An arrangement that the actor sees; not_found for any other. */
export async function getArrangementToSee(db: Reader, actor: Actor, id: number): Promise<SeenArrangement> {
  const row = await db
    .selectFrom('fee_arrangements')
    .where(isOfTheirs('fee_arrangements', actor))
    .where('fee_arrangements.id', '=', id)
    .select(['organisation_id', 'matter_id', 'kind', 'currency'])
    .executeTakeFirst()
  if (!row) throw notFound()
  const { organisation_id: organisationId, matter_id: matterId, kind, currency } = row
  if (matterId === null) checkMayBill(actor)
  else await getMatterToSee(db, actor, matterId)
  return { organisationId, id, matterId, kind, currency }
}

/** The same for people of the organisation that pays who have the right; forbidden for others. */
export async function getArrangementFor(
  tx: Tx,
  actor: Actor,
  id: number,
  right: RecordRight,
): Promise<SeenArrangement> {
  const found = await getArrangementToSee(tx, actor, id)
  if (found.matterId === null) checkMayArrange(actor)
  else await getMatterFor(tx, actor, found.matterId, right)
  if (found.organisationId !== actor.organisationId)
    throw forbidden('Fee arrangements are set by the organisation that pays.')
  return found
}
