// Organisations, people and what they work with, for tests: each test makes its own, so that nothing is shared.
import { randomUUID } from 'node:crypto'
import type { App } from '../server/platform/app.ts'
import { internalTransaction } from '../server/platform/events/change.ts'
import type { Group, Permission, Role } from '../server/platform/actor.ts'
import { insertLink } from '../server/identity/organisations/commands/link-organisations.ts'
import { defaultPermissions, type UserStatus } from '../server/identity/users/user.ts'

export interface TestOrganisation {
  readonly id: number
  readonly name: string
}
export interface TestUser {
  readonly id: string
  readonly organisationId: number
  readonly email: string
  readonly name: string
}

/** An organisation of its own. */
export function createOrganisation(
  app: App,
  {
    name = `Organisation ${randomUUID().slice(0, 8)}`,
    type = 'Customer',
    timeZone = 'UTC',
  }: { name?: string; type?: 'Customer' | 'ServiceProvider'; timeZone?: string } = {},
): Promise<TestOrganisation> {
  return internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('organisations')
      .values({ name, type, time_zone: timeZone, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name }
  })
}

/** A law firm that works for the organisation. */
export async function createFirm(app: App, customerId: number, name?: string): Promise<TestOrganisation> {
  const firm = await createOrganisation(app, { type: 'ServiceProvider', ...(name !== undefined && { name }) })
  await linkFirm(app, customerId, firm.id)
  return firm
}

/** Lets the firm work for the organisation. */
export const linkFirm = (app: App, customerId: number, firmId: number) =>
  internalTransaction(app, (tx, now) => insertLink(tx, { customerId, providerId: firmId }, now))

interface UserOptions {
  readonly organisationId: number
  readonly role?: Role
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
  readonly status?: UserStatus
  readonly firstName?: string
  readonly lastName?: string
  readonly passwordHash?: string
}

/** A person with the default permissions of their role. */
export function createUser(app: App, options: UserOptions): Promise<TestUser> {
  const {
    organisationId,
    role = 'InhouseLegal',
    status = 'Active',
    firstName = 'Robin',
    lastName = 'Marsh',
  } = options
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@people.example`
  return internalTransaction(app, async (tx, now) => {
    await tx
      .insertInto('users')
      .values({
        id,
        organisation_id: organisationId,
        email,
        email_key: email,
        first_name: firstName,
        last_name: lastName,
        role,
        status,
        joined: status !== 'Invited' && status !== 'Pending',
        permissions: [...(options.permissions ?? defaultPermissions[role])],
        groups: [...(options.groups ?? [])],
        password_hash: options.passwordHash ?? null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await tx
      .insertInto('user_organisations')
      .values({ user_id: id, organisation_id: organisationId })
      .execute()
    return { id, organisationId, email, name: `${firstName} ${lastName}` }
  })
}

/** A team with the given people in it. */
export function createTeam(
  app: App,
  {
    organisationId,
    name = `Team ${randomUUID().slice(0, 8)}`,
    members = [],
  }: { organisationId: number; name?: string; members?: readonly TestUser[] },
): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('teams')
      .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const member of members) {
      await tx
        .insertInto('team_members')
        .values({ organisation_id: organisationId, team_id: id, user_id: member.id })
        .execute()
    }
    return id
  })
}

/** A contract type in a group of its own. */
export function createContractTemplate(
  app: App,
  {
    organisationId,
    name = 'Mutual NDA',
    teamRequired = false,
    amends = false,
  }: { organisationId: number; name?: string; teamRequired?: boolean; amends?: boolean },
): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const group = await tx
      .insertInto('contract_groups')
      .values({
        organisation_id: organisationId,
        name: `Group ${randomUUID().slice(0, 8)}`,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('contract_templates')
      .values({
        organisation_id: organisationId,
        group_id: group.id,
        name,
        category: 'Commercial',
        team_required: teamRequired,
        amends,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
