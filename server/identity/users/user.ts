// People: terms, and the default permissions of each role.
//
// user          a person with an account, in exactly one organisation
// role          what kind of work they do; has default permissions
// permission    a single right, granted per person
// group         its members see and change every unrestricted record of a kind
// team          people of one organisation to whom records can be assigned
import type { Permission, Role } from '../../platform/actor.ts'
import { fullNameOf } from '../../platform/person.ts'
import { uniqueTextOf } from '../../platform/postgres/unique-text.ts'

export const userStatuses = ['Pending', 'Active', 'Invited', 'LockedOut', 'Disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The permissions of a person who is added without explicit ones. */
export const defaultPermissions: Readonly<Record<Role, readonly Permission[]>> = {
  Administrator: [
    'CreateMatters',
    'ContractCreator',
    'ManageIntake',
    'ManageIntegrations',
    'ManageInvoices',
    'DeleteOwn',
    'DeleteAll',
  ],
  InhouseLegal: ['CreateMatters', 'ContractCreator', 'ManageIntake', 'DeleteOwn'],
  Contributor: ['CreateMatters', 'ContractCreator', 'DeleteOwn'],
  Standard: ['CreateMatters'],
  External: [],
  MatterManager: ['DeleteOwn'],
}

/** First and last name of a row of users, joined as on the wire. */
export const fullName = (row: { first_name: string; last_name: string }): string =>
  fullNameOf({ firstName: row.first_name, lastName: row.last_name })

/** The form in which addresses are compared: people enter theirs in any case. */
export const emailKey = (email: string): string => uniqueTextOf(email)
