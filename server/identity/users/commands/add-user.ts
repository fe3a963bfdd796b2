// Adding a person to an organisation.
import { randomUUID } from 'node:crypto'
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { checkShownName } from '../../../platform/shown-names.ts'
import { checkRoom } from '../../organisations/limits/check-room.ts'
import { checkAddress, readAddress, whereAddressTaken } from '../email-addresses.ts'
import { personEvent } from '../events.ts'
import { defaultPermissions, emailKey } from '../user.ts'

export interface NewUser {
  readonly organisationId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** The role of the organisation's own from which the other rights come. */
  readonly customRoleId?: number | null
  /** Default: those of the role. */
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
  readonly jobTitle?: string
  /** A department of the organisation. */
  readonly departmentId?: number
  /** Without one the person signs in through the single sign-on of the organisation, or sets one by an invitation. */
  readonly passwordHash?: string
}

/**
 * Adds the person, able to sign in immediately, and returns their id. Throws conflict if the address is taken, and
 * bad_request if it belongs to another organisation's mail domain.
 */
export function addUser(app: App, actor: SystemActor, user: NewUser): Promise<string> {
  return change(app, actor, async (tx, now) => {
    const { id, email } = await insertUser(tx, user, { status: 'Active', now, by: actor })
    return { result: id, events: [userEvent('user.created', user, { id, email })] }
  })
}

interface Added {
  readonly status: 'Active' | 'Invited'
  /** Whether somebody who is invited gets the mail later, when an administrator sends it. */
  readonly isUnsent?: true
  readonly now: Date
  readonly by: Actor | SystemActor
}

/**
 * Inserts a new person as part of the caller's change. Throws conflict if the address belongs to somebody whom `by` may
 * find, or if this person is to be active at once and the address belongs to somebody who has joined; bad_request if it
 * belongs to another organisation's mail domain. An invitation reveals nothing about people elsewhere.
 */
export async function insertUser(
  tx: Tx,
  user: NewUser,
  { status, isUnsent, now, by }: Added,
): Promise<{ readonly id: string; readonly email: string }> {
  const email = readAddress(user.email)
  checkShownName(user.firstName, 'firstName')
  checkShownName(user.lastName, 'lastName')
  await checkRoom(tx, 'people', user)
  await checkAddress(tx, by, { email, organisationId: user.organisationId })
  const id = randomUUID()
  await tx
    .insertInto('users')
    .values({
      id,
      organisation_id: user.organisationId,
      email,
      email_key: emailKey(email),
      first_name: user.firstName,
      last_name: user.lastName,
      role: user.role,
      custom_role_id: user.customRoleId ?? null,
      status,
      permissions: [...(user.permissions ?? defaultPermissions[user.role])],
      groups: [...(user.groups ?? [])],
      job_title: user.jobTitle ?? null,
      department_id: user.departmentId ?? null,
      password_hash: user.passwordHash ?? null,
      joined: status === 'Active',
      invited_at: status === 'Invited' && !isUnsent ? now : null,
      created_at: now,
      updated_at: now,
      created_by: by.userId,
    })
    .execute()
    .catch(whereAddressTaken(email))
  await tx
    .insertInto('user_organisations')
    .values({ user_id: id, organisation_id: user.organisationId })
    .execute()
  return { id, email }
}

/** The event of a person who was added; who added them follows from the change. */
export const userEvent = (
  name: 'user.created' | 'user.invited',
  { organisationId, role }: NewUser,
  { id, email }: { readonly id: string; readonly email: string },
): DomainEvent => personEvent(name, { organisationId, userId: id }, { email, role })
