// Who sees rates and proposals: people who work on invoices, of the organisation that pays or of the law firm itself
// while the two are linked. What is for one matter only, those of them who see it.
import { type SqlBool, sql } from 'kysely'
import { mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { checkMayBill } from '../access.ts'

type Table = 'agreed_rates' | 'rate_proposals' | 'purchase_orders' | 'fee_arrangements'

/** SQL: the rows of the actor's side. */
export const isOfTheirs = (table: Table, { organisationId, organisationType }: Actor) =>
  organisationType === 'Customer'
    ? sql<SqlBool>`${sql.ref(`${table}.organisation_id`)} = ${organisationId}`
    : sql<SqlBool>`(${sql.ref(`${table}.provider_id`)} = ${organisationId} and ${sql.ref(`${table}.organisation_id`)}
        in (select l.customer_id from organisation_links l where l.provider_id = ${organisationId}))`

/** SQL: whether the actor sees the matter that a row is for. */
export const seesMatter = (db: Reader, actor: Actor, of: string) =>
  sql<SqlBool>`exists ${mattersVisibleTo(db, actor)
    .where(
      sql<SqlBool>`matters.organisation_id = ${sql.ref(`${of}.organisation_id`)} and matters.id = ${sql.ref(`${of}.matter_id`)}`,
    )
    .select(sql`1`.as('one'))}`

/** The rates that the actor sees. Throws forbidden for somebody who does not work on invoices. */
export function ratesVisibleTo(db: Reader, actor: Actor) {
  checkMayBill(actor)
  return db
    .selectFrom('agreed_rates')
    .where(isOfTheirs('agreed_rates', actor))
    .where(sql<SqlBool>`(agreed_rates.matter_id is null or ${seesMatter(db, actor, 'agreed_rates')})`)
}

/** The proposals that the actor sees: those of which they see every matter. Throws like `ratesVisibleTo`. */
export function proposalsVisibleTo(db: Reader, actor: Actor) {
  checkMayBill(actor)
  return db
    .selectFrom('rate_proposals')
    .where(isOfTheirs('rate_proposals', actor))
    .where(
      sql<SqlBool>`not exists (select from rate_proposal_lines l where l.organisation_id = rate_proposals.organisation_id
        and l.proposal_id = rate_proposals.id and l.matter_id is not null and not ${seesMatter(db, actor, 'l')})`,
    )
}

/** Throws forbidden for who is not of an organisation that pays law firms, or does not work on its invoices. */
export function checkMaySetRates(actor: Actor): void {
  checkMayBill(actor)
  if (actor.organisationType !== 'Customer') {
    throw forbidden('Rates are set by the organisation that pays. Propose them to it.')
  }
}

/** A rate of the actor's organisation, locked until the transaction ends. Throws not_found for one they do not see. */
export async function getRateForUpdate(tx: Tx, actor: Actor, id: number) {
  checkMaySetRates(actor)
  const row = await ratesVisibleTo(tx, actor)
    .where('agreed_rates.id', '=', id)
    .selectAll('agreed_rates')
    .forUpdate('agreed_rates')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A proposal that the actor sees, locked until the transaction ends; not_found for any other. */
export async function getProposalForUpdate(tx: Tx, actor: Actor, id: number) {
  const row = await proposalsVisibleTo(tx, actor)
    .where('rate_proposals.id', '=', id)
    .selectAll('rate_proposals')
    .forUpdate('rate_proposals')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
