// Who performs an operation: every operation takes an Actor, a user through a token or a session, or the system itself
// under a name.
import { forbidden } from './errors.ts'

/** The roles on the wire; docs/access.md explains what they are for. */
export const roles = [
  'Administrator',
  'InhouseLegal',
  'Contributor',
  'Standard',
  'External',
  'MatterManager',
] as const
export type Role = (typeof roles)[number]

/** Permissions granted to individual users. */
export const permissions = [
  'CreateMatters',
  'ContractCreator',
  'ManageIntake',
  'ManageIntegrations',
  'ManageInvoices',
  'DeleteOwn',
  'DeleteAll',
  'SeeAllSpend',
  'ManageInsideCosts',
] as const
export type Permission = (typeof permissions)[number]

/** Groups whose members can see and change all unrestricted records of a kind. */
export const groups = ['MatterAdministrators', 'ContractAdministrators'] as const
export type Group = (typeof groups)[number]

/** The minimum right of a route's caller; records add their own access rule. */
export type Right =
  | 'use'
  | 'read-libraries'
  | 'administer'
  | 'administer-installation'
  | 'manage-integrations'
  | 'create-contracts'
  | 'create-matters'
  | 'manage-invoices'

/** A user with their current rights, re-read at most a second later. */
export interface Actor {
  readonly userId: string
  readonly name: string
  /** The user's own organisation. */
  readonly organisationId: number
  readonly organisationType: 'Customer' | 'ServiceProvider'
  /**
   * Their own organisation and every one in which they are a member of something: nothing they can see is in any other.
   */
  readonly organisationIds: readonly number[]
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  readonly groups: ReadonlySet<Group>
  /** The teams of their own organisation that they belong to. */
  readonly teamIds: readonly number[]
  /** The codes of the features that are switched off for their organisation; absent for none. */
  readonly featuresOff?: ReadonlySet<string>
  /** The networks from which they may act as an administrator; absent for everywhere. */
  readonly administratorNetworks?: readonly string[]
  /** The address that they act from, where it is in none of these networks. */
  readonly awayAt?: string
  /** Whether the operator has named them an administrator of the whole installation. */
  readonly administersInstallation?: true
  /** How the user is authenticated. */
  readonly via:
    | {
        readonly kind: 'token'
        readonly clientId: number
        readonly grantId: number
        /** Whether the application was allowed without a fresh proof of who did. */
        readonly unproven?: true
      }
    | { readonly kind: 'session'; readonly sessionId: string; readonly verifiedAt: Date | null }
    | { readonly kind: 'system'; readonly name: string }
  readonly requestId: string | null
}

/** The roles of people who work on records for their organisation. */
export const legalRoles: readonly Role[] = ['Administrator', 'InhouseLegal', 'Contributor']

/** Whether the user works on records for their organisation (rather than requesting help, or being invited). */
export const worksInLegal = (actor: Pick<Actor, 'role'>): boolean => legalRoles.includes(actor.role)

/**
 * Whether the user answers for the work of others: administrators of a legal department, and those who see all records
 * of a kind.
 */
export const leadsDepartment = (actor: Pick<Actor, 'role' | 'groups' | 'organisationType'>): boolean =>
  actor.organisationType === 'Customer' &&
  worksInLegal(actor) &&
  (actor.role === 'Administrator' || actor.groups.size > 0)

/** Whether the actor has a right, by role or permission. */
export function hasRight(actor: Actor, right: Right): boolean {
  switch (right) {
    case 'use':
      return true
    case 'read-libraries':
      return actor.role !== 'External'
    case 'administer':
      return actor.role === 'Administrator'
    case 'administer-installation':
      return actor.role === 'Administrator' && actor.administersInstallation === true
    case 'manage-integrations':
      return actor.permissions.has('ManageIntegrations')
    case 'create-contracts':
      return actor.permissions.has('ContractCreator')
    case 'create-matters':
      return actor.permissions.has('CreateMatters')
    case 'manage-invoices':
      return actor.permissions.has('ManageInvoices')
  }
}

/** Whether the user administers their organisation, from where they are. */
export const administers = ({ role, awayAt }: Pick<Actor, 'role' | 'awayAt'>): boolean =>
  role === 'Administrator' && awayAt === undefined

/** Rejects an administrator who is outside the networks of administrators. */
export function checkIsHere({ awayAt }: Pick<Actor, 'awayAt'>): void {
  if (awayAt === undefined) return
  throw forbidden(
    `Your organisation lets administrators act from its own networks only, and you are at ${awayAt}. Do this from there.`,
  )
}

/** Rejects who does not administer their organisation, with a message for those who do nowhere. */
export function checkAdministers(
  actor: Pick<Actor, 'role' | 'awayAt'>,
  message: string = rightNeeded.administer,
): void {
  if (actor.role !== 'Administrator') throw forbidden(message)
  checkIsHere(actor)
}

/** The error message for a missing right. */
export const rightNeeded: Record<Right, string> = {
  use: 'You need to be signed in.',
  'read-libraries': 'Guests do not see this: ask the person who invited you.',
  administer: 'Only an administrator of your organisation may do this.',
  'administer-installation':
    'Only an administrator of the installation may do this; its operator names them on the command line.',
  'manage-integrations':
    'You need the permission to manage integrations; an administrator can give it to you.',
  'create-contracts': 'You need the permission to create contracts; an administrator can give it to you.',
  'create-matters': 'You need the permission to create matters; an administrator can give it to you.',
  'manage-invoices': 'You need the permission to manage invoices; an administrator can grant it.',
}
