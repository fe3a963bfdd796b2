// The operator gives a person a password; people do it themselves by a link (password-links.ts).
import type { App } from '../platform/app.ts'
import { change, type SystemActor } from '../platform/change.ts'
import { violates } from '../platform/database.ts'
import { badInput, notFound } from '../platform/errors.ts'
import { addressTaken } from '../users/addresses.ts'
import { hashPassword, passwordMistake } from './passwords.ts'
import { endSessionsOf } from './session.ts'

interface NewPassword {
  readonly userId: string
  readonly password: string
}

/**
 * Sets the password. Every session of the person ends, because a password is often changed when somebody else knew it;
 * what they let integrations do goes on. Throws bad_request when the password is too weak.
 */
export async function givePassword(
  app: App,
  actor: SystemActor,
  { userId, password }: NewPassword,
): Promise<void> {
  const user = await app.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'organisation_id'])
    .executeTakeFirst()
  if (!user) throw notFound()
  const mistake = passwordMistake(password, user.email)
  if (mistake !== undefined) throw badInput('password', mistake)
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
      ],
    }
  })
}
