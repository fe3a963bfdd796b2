// Permissions as numbers, where the wire requires numbers; the list is part of the documentation (docs/access.md).
import { type RawBuilder, sql } from 'kysely'
import { type Permission, permissions } from './actor.ts'

// codes are never reused, so new ones are added at the end
const codes: Readonly<Record<Permission, number>> = {
  CreateMatters: 1,
  ContractCreator: 2,
  ManageIntake: 3,
  ManageIntegrations: 4,
  ManageInvoices: 5,
  DeleteOwn: 6,
  DeleteAll: 7,
  SeeAllSpend: 8,
  ManageInsideCosts: 9,
}

/** The codes of a user's permissions, in the order of the list. */
export const permissionCodes = (held: ReadonlySet<Permission>): number[] =>
  permissions.filter((permission) => held.has(permission)).map((permission) => codes[permission])

/** The same in SQL, of a column of permissions. */
export const permissionCodesSql = (held: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql`array_remove(array[${sql.join(
    permissions.map(
      (each) => sql`case when ${sql.lit(each)} = any(${held}) then ${sql.lit(codes[each])} end`,
    ),
  )}], null)`
