// Adds a person to an organisation.
import { randomUUID } from 'node:crypto'
import type { Group, Permission, Role } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { violates } from '../../platform/database.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { defaultPermissions } from '../user.ts'

export interface NewUser {
  readonly organisationId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** Those of the role unless given. */
  readonly permissions?: readonly Permission[]
  readonly groups?: readonly Group[]
  readonly jobTitle?: string
  /** Without one the person signs in by the single sign-on of the organisation, or sets one by an invitation. */
  readonly passwordHash?: string
}

/** Adds the person, able to sign in at once, and answers their id. Throws conflict when the address is taken. */
export async function addUser(app: App, actor: SystemActor, user: NewUser): Promise<string> {
  const email = user.email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw badInput('email', `"${email}" is no e-mail address.`)
  const id = randomUUID()
  try {
    await change(app, actor, async (tx, now) => {
      await tx
        .insertInto('users')
        .values({
          id,
          organisation_id: user.organisationId,
          email,
          email_key: email.toLowerCase(),
          first_name: user.firstName,
          last_name: user.lastName,
          role: user.role,
          status: 'Active',
          permissions: [...(user.permissions ?? defaultPermissions[user.role])],
          groups: [...(user.groups ?? [])],
          job_title: user.jobTitle ?? null,
          password_hash: user.passwordHash ?? null,
          created_at: now,
          updated_at: now,
        })
        .execute()
      await tx
        .insertInto('user_organisations')
        .values({ user_id: id, organisation_id: user.organisationId })
        .execute()
      return {
        result: undefined,
        events: [
          {
            name: 'user.created',
            organisationId: user.organisationId,
            resource: { kind: 'user', id: null },
            subject: null,
            facts: { userId: id, email, role: user.role },
          },
        ],
      }
    })
  } catch (error) {
    if (!violates(error, 'users_email_unique')) throw error
    throw conflict(`There is already a person with the address ${email}.`)
  }
  return id
}
