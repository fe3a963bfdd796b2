// Who sees purchase orders: people who work on invoices, of the organisation that pays or of the law firm itself while
// the two are linked. What is for one matter only, those of them who see it. Law firms see the number, the days and
// what remains, nothing else.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { checkMayBill } from '../access.ts'
import { isOfTheirs, seesMatter } from '../rates/access.ts'

/** The orders that the actor sees. Throws forbidden for somebody who does not work on invoices. */
export function ordersVisibleTo(db: Reader, actor: Actor) {
  checkMayBill(actor)
  return db
    .selectFrom('purchase_orders')
    .where(isOfTheirs('purchase_orders', actor))
    .where(sql<SqlBool>`(purchase_orders.matter_id is null or ${seesMatter(db, actor, 'purchase_orders')})`)
}

/** Throws forbidden for who is not of an organisation that pays law firms, or does not work on its invoices. */
export function checkMayOrder(actor: Actor): void {
  checkMayBill(actor)
  if (actor.organisationType !== 'Customer') {
    throw forbidden('Purchase orders are kept by the organisation that pays.')
  }
}

/** An order of the actor's organisation, locked until the transaction ends; not_found for one they do not see. */
export async function getOrderForUpdate(tx: Tx, actor: Actor, id: number) {
  checkMayOrder(actor)
  const row = await ordersVisibleTo(tx, actor)
    .where('purchase_orders.id', '=', id)
    .selectAll('purchase_orders')
    .forUpdate('purchase_orders')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
