// Who acts: every operation takes an Actor. A person through a token or a session, or the system itself by name.

/** The wire's roles, and what they are for: see docs/access.md. */
export const roles = [
  'Administrator',
  'InhouseLegal',
  'Contributor',
  'Standard',
  'External',
  'MatterManager',
] as const
export type Role = (typeof roles)[number]

/** Per-person permissions. */
export const permissions = [
  'CreateMatters',
  'ContractCreator',
  'ManageIntake',
  'ManageIntegrations',
  'ManageInvoices',
  'DeleteOwn',
  'DeleteAll',
] as const
export type Permission = (typeof permissions)[number]

/** Groups whose members see and change every record of a kind that is not restricted. */
export const groups = ['MatterAdministrators', 'ContractAdministrators'] as const
export type Group = (typeof groups)[number]

/** The least a route asks of its caller; what a record asks is up to that record's access rule. */
export type Right =
  | 'use'
  | 'administer'
  | 'manage-integrations'
  | 'create-contracts'
  | 'create-matters'
  | 'manage-invoices'

/** A person with what is true of them now, read again at most a second later. */
export interface Actor {
  readonly userId: string
  readonly name: string
  /** The person's own organisation. */
  readonly organisationId: number
  readonly organisationType: 'Customer' | 'ServiceProvider'
  /** Their own organisation and every one in which they are a member of something: no other can hold what they see. */
  readonly organisationIds: readonly number[]
  readonly role: Role
  readonly permissions: ReadonlySet<Permission>
  readonly groups: ReadonlySet<Group>
  /** The teams of their own organisation that they belong to. */
  readonly teamIds: readonly number[]
  /** What the person acts through. */
  readonly via:
    | { readonly kind: 'token'; readonly clientId: number; readonly grantId: number }
    | { readonly kind: 'session'; readonly sessionId: string }
    | { readonly kind: 'system'; readonly name: string }
  readonly requestId: string | null
}

const legalRoles: readonly Role[] = ['Administrator', 'InhouseLegal', 'Contributor']

/** Whether the person works on records for their organisation (as against asking for help, or being invited). */
export const worksInLegal = (actor: Pick<Actor, 'role'>): boolean => legalRoles.includes(actor.role)

/** Whether the actor has a right, by role or by permission. */
export function hasRight(actor: Actor, right: Right): boolean {
  switch (right) {
    case 'use':
      return true
    case 'administer':
      return actor.role === 'Administrator'
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

/** What a refusal of the right says. */
export const rightNeeded: Record<Right, string> = {
  use: 'You need to be signed in.',
  administer: 'Only an administrator of your organisation may do this.',
  'manage-integrations':
    'You need the permission to manage integrations; an administrator can give it to you.',
  'create-contracts': 'You need the permission to create contracts; an administrator can give it to you.',
  'create-matters': 'You need the permission to create matters; an administrator can give it to you.',
  'manage-invoices': 'You need the permission to manage invoices; an administrator can grant it.',
}
