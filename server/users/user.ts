// People: what a person is on the platform, and what each role brings with it.
//
// user          a person with an account, in exactly one organisation
// role          what kind of work they do; brings default permissions
// permission    a single right, given per person
// group         whose members see and change every unrestricted record of a kind
// team          people of one organisation to whom records can be assigned
import type { Permission, Role } from '../platform/actor.ts'

export type UserStatus = 'Pending' | 'Active' | 'Invited' | 'LockedOut' | 'Disabled'

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

/** First and last name as the wire shows them together. */
export const fullName = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim()

/** The first letters of first and last name, in capitals. */
export const initials = (user: { first_name: string; last_name: string }): string =>
  [user.first_name, user.last_name].map((name) => Array.from(name)[0]?.toUpperCase() ?? '').join('')
