// Display numbers: `LW0001-0042` for a matter, `LW0001-0000123.2` for a version of a file. The prefix is a setting, the
// first number is that of the organisation. A matter may have a number of its organisation's own instead.
import { type RawBuilder, sql } from 'kysely'

/** What the display number of a matter is made of. */
interface Numbered {
  readonly organisationId: number
  /** Starts at 1 in each organisation. */
  readonly number: number
  readonly ownNumber: string | null
}

/** The display number of a matter. */
export const matterNumberText = (prefix: string, { organisationId, number, ownNumber }: Numbered): string =>
  ownNumber ?? `${prefix}${padded(organisationId, 4)}-${padded(number, 4)}`

/** The display number of a version of a file. */
export const fileNumberText = (
  prefix: string,
  { organisationId, fileId, version }: { organisationId: number; fileId: number; version: number },
): string => `${prefix}${padded(organisationId, 4)}-${padded(fileId, 7)}.${version}`

/** The display number of a matter in SQL, for filtering and sorting; the table by its name in the surrounding query. */
export const matterNumberSql = (prefix: string, matters: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${matters}.own_number`)}, ${prefix}::text || ${paddedSql(`${matters}.organisation_id`, 4)}
    || '-' || ${paddedSql(`${matters}.number`, 4)})`

/** The display number of a version of a file in SQL; the columns are names in the surrounding query. */
export const fileNumberSql = (
  prefix: string,
  { organisationId, fileId, version }: { organisationId: string; fileId: string; version: string },
): RawBuilder<string> =>
  sql<string>`(${prefix}::text || ${paddedSql(organisationId, 4)} || '-' || ${paddedSql(fileId, 7)} || '.' || ${sql.ref(version)})`

const padded = (number: number, digits: number) => String(number).padStart(digits, '0')

// lpad would truncate longer numbers
const paddedSql = (column: string, digits: number) =>
  sql`lpad(${sql.ref(column)}::text, greatest(${sql.lit(digits)}, length(${sql.ref(column)}::text)), '0')`
