// Gives a person a new password.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { notFound } from '../../platform/errors.ts'
import { checkPassword, hashPassword } from '../password.ts'

interface NewPassword {
  readonly userId: string
  readonly password: string
}

/**
 * Sets the password. Every session of the person ends, because a password is often changed when somebody else knew it;
 * integrations go on. Throws bad_request when the password is not fit to be one.
 */
export async function setPassword(
  app: App,
  actor: Actor | SystemActor,
  { userId, password }: NewPassword,
): Promise<void> {
  checkPassword(password)
  const kept = await hashPassword(password)
  await change(app, actor, async (tx, now) => {
    const user = await tx
      .updateTable('users')
      .set({ password_hash: kept, updated_at: now })
      .where('id', '=', userId)
      .returning('organisation_id')
      .executeTakeFirst()
    if (!user) throw notFound()
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    return {
      result: undefined,
      events: [
        {
          name: 'user.passwordSet',
          organisationId: user.organisation_id,
          resource: { kind: 'user', id: null },
          subject: null,
          facts: { userId },
        },
      ],
    }
  })
}
