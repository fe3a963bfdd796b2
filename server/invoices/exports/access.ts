// Who sees exports to finance: people who work on invoices of the organisation that pays. Of an export with invoices
// that somebody does not see they learn how many these are; they neither download, acknowledge nor withdraw it.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import { checkMayBill, type HeldInvoice, invoicesVisibleTo, lockInvoices } from '../access.ts'
import type { ExportStatus } from './finance-export.ts'

/** Throws forbidden for who is not of an organisation that pays law firms, or does not work on its invoices. */
export function checkMayExport(actor: Actor): void {
  checkMayBill(actor)
  if (actor.organisationType !== 'Customer') {
    throw forbidden('Invoices are exported to finance by the organisation that pays them.')
  }
}

/** The exports of the actor's organisation. Throws like `checkMayExport`. */
export function exportsVisibleTo(db: Reader, actor: Actor) {
  checkMayExport(actor)
  return db.selectFrom('finance_exports').where('finance_exports.organisation_id', '=', actor.organisationId)
}

/** The invoices of exports, joined with what the actor sees of them. */
export const exportedVisibleTo = (db: Reader, actor: Actor) =>
  invoicesVisibleTo(db, actor)
    .innerJoin('finance_export_invoices', (join) =>
      join
        .onRef('finance_export_invoices.organisation_id', '=', 'invoices.organisation_id')
        .onRef('finance_export_invoices.invoice_id', '=', 'invoices.id'),
    )
    .where('finance_export_invoices.organisation_id', '=', actor.organisationId)

/** In SQL over `finance_exports`: how many invoices of it the actor does not see. */
export const hiddenCount = (db: Reader, actor: Actor) =>
  sql<number>`(select count(*)::int from finance_export_invoices e
    where e.organisation_id = finance_exports.organisation_id and e.export_id = finance_exports.id
      and not exists ${invoicesVisibleTo(db, actor)
        .where(
          sql<SqlBool>`invoices.organisation_id = e.organisation_id and invoices.id = e.invoice_id
          and invoices.organisation_id = ${actor.organisationId}`,
        )
        .select(sql`1`.as('one'))})`

/** Throws forbidden where invoices of the export are hidden from the actor. */
export function checkSeesAll(hidden: number): void {
  if (hidden === 0) return
  throw forbidden(
    `${hidden === 1 ? 'An invoice' : `${hidden} invoices`} of this export ${hidden === 1 ? 'is' : 'are'} of matters that you do not see. Ask somebody who sees all of them.`,
  )
}

/** An export, locked, with its invoices, each of which the actor may pay. */
export interface HeldExport {
  readonly organisationId: number
  readonly id: number
  readonly number: number
  readonly status: ExportStatus
  readonly reference: string | null
  readonly version: number
  readonly endedAt: Date | null
  readonly invoices: readonly HeldInvoice[]
}

/**
 * An export of the actor's organisation with its invoices, locked until the transaction ends. Throws not_found, and
 * forbidden where the actor does not see an invoice of it or may not pay it.
 */
export async function getExportForUpdate(tx: Tx, actor: Actor, id: number): Promise<HeldExport> {
  const row = await exportsVisibleTo(tx, actor)
    .where('finance_exports.id', '=', id)
    .selectAll('finance_exports')
    .forUpdate('finance_exports')
    .executeTakeFirst()
  if (!row) throw notFound()
  const rows = await tx
    .selectFrom('finance_export_invoices')
    .where('organisation_id', '=', actor.organisationId)
    .where('export_id', '=', id)
    .select('invoice_id')
    .execute()
  const invoices = await lockInvoices(
    tx,
    actor,
    rows.map(({ invoice_id }) => invoice_id),
  )
  checkSeesAll(rows.length - invoices.length)
  for (const { invoice, mover } of invoices) permitted(invoice, mover.involvement, 'payInvoices')
  return {
    organisationId: row.organisation_id,
    id: row.id,
    number: row.number,
    status: row.status as ExportStatus,
    reference: row.reference,
    version: row.version,
    endedAt: row.ended_at,
    invoices,
  }
}
