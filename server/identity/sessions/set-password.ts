// Sets a user's password directly: used by the operator and by people who change theirs; links are in
// password-links.ts.
import type { App } from '../../platform/app.ts'
import type { Actor } from '../../platform/actor.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { violates } from '../../platform/postgres/database.ts'
import { badInput, notFound, sentence } from '../../platform/errors.ts'
import { addressTaken } from '../users/email-addresses.ts'
import { type AlsoEnd, notifyPasswordChanged } from './password-links.ts'
import { detailsOf, hashPassword, passwordMistake } from './passwords.ts'
import { endSessionsOf } from './session.ts'

interface NewPassword {
  readonly userId: string
  readonly password: string
  /** The input name used in errors. */
  readonly property?: string
  readonly alsoEnd?: AlsoEnd
}

/**
 * Sets the password. Every session of the user ends, because a password is often changed when somebody else knew it;
 * the access of integrations continues unless `alsoEnd` ends it. Throws bad_request if the password is too weak.
 */
export async function setUserPassword(
  app: App,
  actor: Actor | SystemActor,
  { userId, password, property = 'password', alsoEnd }: NewPassword,
): Promise<void> {
  const user = await app.db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('users.id', '=', userId)
    .select(['users.email', 'users.first_name', 'users.last_name', 'users.organisation_id'])
    .select('organisations.name as organisation')
    .executeTakeFirst()
  if (!user) throw notFound()
  const mistake = await passwordMistake(password, detailsOf(user))
  if (mistake !== undefined) throw badInput(property, sentence(mistake))
  const kept = await hashPassword(password)
  await change(app, actor, async (tx, now) => {
    await tx
      .updateTable('users')
      .set({ password_hash: kept, joined: true, updated_at: now })
      .where('id', '=', userId)
      .execute()
      .catch((error: unknown) => {
        throw violates(error, 'users_email_unique') ? addressTaken(user.email) : error
      })
    await endSessionsOf(tx, userId)
    if (actor.userId !== null) {
      const { email, organisation_id: organisationId, first_name: firstName } = user
      await notifyPasswordChanged(app, tx, { id: userId, email, organisationId, firstName })
    }
    const person = { userId, organisationId: user.organisation_id }
    const ended = (await alsoEnd?.(tx, person, 'its person set a new password', now)) ?? []
    return {
      result: undefined,
      events: [
        {
          name: 'user.password.changed',
          organisationId: user.organisation_id,
          resource: { kind: 'user', id: null },
          subject: null,
          facts: { userId },
        },
        ...ended,
      ],
    }
  })
}
