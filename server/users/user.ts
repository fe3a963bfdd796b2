// People: what a person is on the platform, and what each role brings with it.
//
// user          a person with an account, in exactly one organisation
// role          what kind of work they do; brings default permissions
// permission    a single right, given per person
// group         whose members see and change every unrestricted record of a kind
// team          people of one organisation to whom records can be assigned
import type { Permission, Role } from '../platform/actor.ts'
import { fullNameOf } from '../platform/person.ts'

export const userStatuses = ['Pending', 'Active', 'Invited', 'LockedOut', 'Disabled'] as const
export type UserStatus = (typeof userStatuses)[number]

/** What a person is given when they are added without permissions of their own. */
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

/** First and last name of a row of users, as the wire shows them together. */
export const fullName = (row: { first_name: string; last_name: string }): string =>
  fullNameOf({ firstName: row.first_name, lastName: row.last_name })

/** What an address is looked up by: people write theirs in any case. */
export const emailKey = (email: string): string => email.trim().toLowerCase()
