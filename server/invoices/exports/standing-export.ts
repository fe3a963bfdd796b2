// The exports that invoices are in, withdrawn ones left aside, and what that means for their other moves.
import { sql } from 'kysely'
import { conflict } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import type { ExportStatus } from './finance-export.ts'

interface Standing {
  readonly number: number
  readonly status: ExportStatus
}

type Keys = readonly Pick<Invoice, 'organisationId' | 'id'>[]

/** The exports of invoices of one organisation, by the ids of the invoices. */
export async function standingExports(db: Reader, invoices: Keys): Promise<ReadonlyMap<number, Standing>> {
  const [first] = invoices
  if (!first) return new Map()
  const rows = await db
    .selectFrom('finance_export_invoices as i')
    .innerJoin('finance_exports as e', (join) =>
      join.onRef('e.organisation_id', '=', 'i.organisation_id').onRef('e.id', '=', 'i.export_id'),
    )
    .where('i.organisation_id', '=', first.organisationId)
    .where('i.invoice_id', '=', sql<number>`any(${invoices.map(({ id }) => id)}::bigint[])`)
    .where('i.withdrawn', '=', false)
    .select(['i.invoice_id', 'e.number', 'e.status'])
    .execute()
  return new Map(
    rows.map(({ invoice_id, number, status }) => [invoice_id, { number, status: status as ExportStatus }]),
  )
}

/** Throws conflict for an invoice that the finance system has, or is about to take. */
export async function checkNotExported(tx: Tx, invoice: Invoice): Promise<void> {
  const standing = (await standingExports(tx, [invoice])).get(invoice.id)
  if (!standing) return
  throw conflict(
    standing.status === 'Open'
      ? `This invoice is in export ${standing.number} to finance: withdraw the export first.`
      : `This invoice was exported to finance and acknowledged (export ${standing.number}), so it cannot be voided any more. Ask its firm for a credit note.`,
  )
}
