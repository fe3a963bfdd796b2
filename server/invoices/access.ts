// Who may see and work on invoices. People of the customer see an invoice if they see its matter. Of the other
// organisations on the matter, only those of the invoice's provider do. A draft is only visible to the organisation
// that writes it.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { notFound } from '../platform/errors.ts'
import type { MayChange, MaySee } from '../platform/granted.ts'
import { selectedAs } from '../platform/postgres/prepared.ts'
import { mattersHiddenFrom, mattersVisibleTo } from '../matters/access.ts'
import { matterKind } from '../matters/matter-kind.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import type { RecordRows } from '../records/access.ts'
import { refusalForNeed } from '../records/rights/access.ts'
import {
  involvementColumns,
  involvementIn,
  type Known,
  meetsSomewhere,
} from '../records/rights/involvement.ts'
import { type Invoice, invoiceColumns, invoiceOf } from './invoice.ts'
import type { Party } from './transitions.ts'

/** Invoices the actor may see, each joined with its matter. Every list and every look-up starts here. */
export const invoicesVisibleTo = (db: Reader, actor: Actor) => invoicesOf(mattersVisibleTo(db, actor), actor)

/** Those of the actor's organisation on matters that they do not see: for figures without contents. */
export const invoicesHiddenFrom = (db: Reader, actor: Actor) =>
  invoicesOf(mattersHiddenFrom(db, actor), actor)

function invoicesOf(matters: RecordRows<Tables, 'matters'>, actor: Actor) {
  return matters
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.organisation_id', '=', 'matters.organisation_id')
        .onRef('invoices.matter_id', '=', 'matters.id'),
    )
    .where((eb) =>
      eb.and([
        eb.or([
          eb('invoices.organisation_id', '=', actor.organisationId),
          eb('invoices.service_provider_id', '=', actor.organisationId),
        ]),
        eb.or([
          eb('invoices.status', '<>', 'Draft'),
          eb('invoices.author_organisation_id', '=', actor.organisationId),
        ]),
      ]),
    )
}

/** The lines of invoices, each joined with its invoice and matter. */
export const linesOf = (invoices: ReturnType<typeof invoicesOf>) =>
  invoices.innerJoin('invoice_lines', (join) =>
    join
      .onRef('invoice_lines.organisation_id', '=', 'invoices.organisation_id')
      .onRef('invoice_lines.invoice_id', '=', 'invoices.id'),
  )

/** In SQL, whether the actor belongs to the organisation that pays: only its people see its internal notes. */
export const isPaidByOwnOrganisation = (actor: Actor) =>
  sql<SqlBool>`invoices.organisation_id = ${actor.organisationId}`

/**
 * What only the organisation that pays reads of an invoice, by its name in events: null for others, in filters and
 * sorting as well, so that it cannot be probed, and left out of their history.
 */
export const readByPayers = ['internalNotes', 'reviewedLines'] as const

/** In SQL, such a property for the actor. */
export const forPayers = (actor: Actor, _name: (typeof readByPayers)[number], value: RawBuilder<unknown>) =>
  sql`(case when ${isPaidByOwnOrganisation(actor)} then ${value} end)`

/** Throws forbidden for somebody who may not work on invoices of anybody. */
export function checkMayBill(actor: Actor): void {
  if (!meetsSomewhere(actor, 'billing')) throw refusalForNeed('billing')
}

/**
 * An invoice that something is about to be done with, and who does it: what they may do is checked when it is known.
 */
export interface HeldInvoice {
  readonly invoice: Invoice & MaySee
  readonly mover: Party
}

/**
 * The invoice, locked until the transaction ends, with what the actor is on its matter. Throws not_found if they may
 * not see it.
 */
export async function lockInvoice(tx: Tx, actor: Actor, id: number): Promise<HeldInvoice> {
  const row = await heldColumns(tx, actor).where('invoices.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return heldOf(actor, row)
}

/** Those of the invoices that the actor sees, locked in the order of their ids. */
export async function lockInvoices(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<readonly HeldInvoice[]> {
  const rows = await heldColumns(tx, actor)
    .where('invoices.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('invoices.id')
    .execute()
  return rows.map((row) => heldOf(actor, row))
}

/** The invoice, locked, for jobs that work for all users; undefined if there is none or its matter is in the bin. */
export async function lockInvoiceAsSystem(
  tx: Tx,
  { organisationId, id }: Pick<Invoice, 'organisationId' | 'id'>,
): Promise<Pick<Invoice, 'organisationId' | 'id' | 'matterId'> | undefined> {
  // not through access.ts: the job works for all users
  const { rows } = await sql<{ readonly matterId: number }>`
    select i.matter_id as "matterId" from invoices i
    join matters m on m.organisation_id = i.organisation_id and m.id = i.matter_id and m.deleted_at is null
    where i.organisation_id = ${organisationId} and i.id = ${id} for update of i`.execute(tx)
  const [row] = rows
  return row && { organisationId, id, matterId: row.matterId }
}

const heldColumns = (tx: Tx, actor: Actor) =>
  invoicesVisibleTo(tx, actor)
    .select([...invoiceColumns])
    .select(selectedAs(involvementColumns(matterKind, actor)))
    .forUpdate('invoices')

function heldOf(actor: Actor, row: Parameters<typeof invoiceOf>[0]): HeldInvoice {
  const involvement = involvementIn(matterKind, actor, row as unknown as Known)
  return { invoice: invoiceOf(row) as Invoice & MaySee, mover: { userId: actor.userId, involvement } }
}

/** The same for people who may work on invoices; throws forbidden for others. */
export async function getInvoiceForUpdate(tx: Tx, actor: Actor, id: number): Promise<HeldInvoice> {
  const held = await lockInvoice(tx, actor, id)
  if (!held.mover.involvement.meets.has('billing')) throw refusalForNeed('billing')
  return held
}

/** The invoice whose last approver has decided: that decision approves it, whatever else the person may do. */
export const approvedByItsPeople = (invoice: Invoice & MaySee): Invoice & MayChange =>
  invoice as Invoice & MayChange
