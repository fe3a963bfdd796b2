// Tax codes with their versions, as they are stored.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import type { TaxKind, TaxVersion } from './tax-code.ts'

/** SQL over tax_codes: its versions in the order of their days, by the names of `TaxVersion`. */
export const versionsOfCode = sql<readonly TaxVersion[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'from', r.starts_on, 'to', r.ends_on, 'rate', r.rate::text, 'recoverable', r.recoverable::text,
    'withholding', r.withholding::text) order by r.starts_on), '[]')
  from tax_code_rates r where r.organisation_id = tax_codes.organisation_id and r.tax_code_id = tax_codes.id)`

/** SQL over tax_codes: whether lines of invoices name it, or have named it before they were corrected. */
// not through access.ts: whether any line names it, no matter who sees it
export const isNamedByLines = sql<boolean>`(exists (select from invoice_lines l
    where l.organisation_id = tax_codes.organisation_id and l.tax_code_id = tax_codes.id)
  or exists (select from invoice_tax_corrections x
    where x.organisation_id = tax_codes.organisation_id and x.billed_tax_code_id = tax_codes.id))`

/** A code that lines can name. */
export interface StoredTaxCode {
  readonly id: number
  readonly code: string
  readonly country: string
  readonly kind: TaxKind
  readonly active: boolean
  readonly versions: readonly TaxVersion[]
}

/** All codes of an organisation: a few dozen. */
export async function readTaxCodes(db: Reader, organisationId: number): Promise<readonly StoredTaxCode[]> {
  // not through access.ts: the caller writes or checks an invoice that the organisation pays
  const rows = await db
    .selectFrom('tax_codes')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select(['id', 'code', 'country', 'kind', 'active', versionsOfCode.as('versions')])
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as TaxKind }))
}
