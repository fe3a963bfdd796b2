// Display numbers: `LW0001-0042` for a matter, `LW0001-0000123.2` for a version of a file. The prefix is a setting, the
// first number is that of the organisation.
import { type RawBuilder, sql } from 'kysely'

/** The display number of a matter: `number` starts at 1 in each organisation. */
export const matterNumberText = (prefix: string, organisationId: number, number: number): string =>
  `${prefix}${padded(organisationId, 4)}-${padded(number, 4)}`

/** The display number of a version of a file. */
export const fileNumberText = (
  prefix: string,
  { organisationId, fileId, version }: { organisationId: number; fileId: number; version: number },
): string => `${prefix}${padded(organisationId, 4)}-${padded(fileId, 7)}.${version}`

/** The display number of a matter in SQL, for filtering and sorting; the columns are names in the surrounding query. */
export const matterNumberSql = (prefix: string, organisationId: string, number: string): RawBuilder<string> =>
  sql<string>`${prefix}::text || ${paddedSql(organisationId, 4)} || '-' || ${paddedSql(number, 4)}`

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
