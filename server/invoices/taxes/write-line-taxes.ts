// What tax codes say of lines of an invoice, written with the sums of the invoice.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import type { AppliedTax, LineTaxes } from './line-taxes.ts'

/** What applies to a line now, and what follows. */
export interface WrittenTaxes extends AppliedTax, LineTaxes {
  /** Of the line. */
  readonly number: number
}

/** Writes what applies to lines of an invoice that the caller has locked, and the sums of all its lines. */
export async function writeLineTaxes(
  tx: Tx,
  { organisationId, id }: Pick<Invoice, 'organisationId' | 'id'>,
  changed: readonly WrittenTaxes[],
): Promise<void> {
  if (changed.length === 0) return
  const all = (name: keyof WrittenTaxes) => changed.map((each) => each[name])
  await sql`update invoice_lines l set tax_code_id = c.code, reverse_charge_rate = c.reverse_rate,
      recoverable = c.recoverable, withholding = c.withholding, reverse_charge_tax = c.reverse_tax,
      nonrecoverable_tax = c.nonrecoverable, withheld = c.withheld
    from unnest(${all('number')}::bigint[], ${all('taxCodeId')}::bigint[], ${all('reverseChargeRate')}::numeric[],
      ${all('recoverable')}::numeric[], ${all('withholding')}::numeric[], ${all('reverseChargeTax')}::numeric[],
      ${all('nonRecoverableTax')}::numeric[], ${all('withheld')}::numeric[])
      as c (number, code, reverse_rate, recoverable, withholding, reverse_tax, nonrecoverable, withheld)
    where l.organisation_id = ${organisationId} and l.invoice_id = ${id} and l.number = c.number`.execute(tx)
  // not through access.ts: the caller has locked the invoice
  await sql`update invoices i set reverse_charge_tax = s.reverse_tax, nonrecoverable_tax = s.nonrecoverable,
      withheld = s.withheld
    from (select sum(reverse_charge_tax) as reverse_tax, sum(nonrecoverable_tax) as nonrecoverable,
      sum(withheld) as withheld from invoice_lines where organisation_id = ${organisationId} and invoice_id = ${id}) s
    where i.organisation_id = ${organisationId} and i.id = ${id}`.execute(tx)
}
