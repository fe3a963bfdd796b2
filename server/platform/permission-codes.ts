// Permissions as numbers, where the wire wants numbers; the list is part of the documentation (docs/access.md).
import { type Permission, permissions } from './actor.ts'

// a code is never given to anything else, so new ones come at the end
const codes: Readonly<Record<Permission, number>> = {
  CreateMatters: 1,
  ContractCreator: 2,
  ManageIntake: 3,
  ManageIntegrations: 4,
  ManageInvoices: 5,
  DeleteOwn: 6,
  DeleteAll: 7,
}

/** The codes of a person's permissions, in the order of the list. */
export const permissionCodes = (held: ReadonlySet<Permission>): number[] =>
  permissions.filter((permission) => held.has(permission)).map((permission) => codes[permission])
