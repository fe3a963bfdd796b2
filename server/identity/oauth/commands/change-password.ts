// A user changes their own password, confirming with the current one.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import { resetAttempts, type AttemptLimit, reserveAttempt } from '../../../platform/secrets/attempt-limit.ts'
import { setUserPassword } from '../../sessions/set-password.ts'
import { verifyPassword } from '../../sessions/passwords.ts'
import { endIntegrationsOf } from './end-access.ts'

const perPerson: AttemptLimit = { name: 'current password', most: 10, minutes: 15 }

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  /** Whether the access of integrations ends too. */
  readonly endIntegrations: boolean
}

/**
 * Sets the actor's new password; all their sessions end, including the calling one. Throws bad_request if the current
 * password is wrong or the new one too weak, conflict for a user without a password here, too_many_requests after ten
 * wrong ones.
 */
export async function changePassword(
  app: App,
  actor: Actor,
  { currentPassword, newPassword, endIntegrations }: PasswordChange,
): Promise<void> {
  const guesser = { subject: actor.userId, ip: '' }
  await reserveAttempt(app, perPerson, guesser)
  const user = await app.db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('users.id', '=', actor.userId)
    .select(['users.password_hash', 'organisations.local_accounts'])
    .executeTakeFirstOrThrow()
  if (user.password_hash === null || !user.local_accounts) {
    throw conflict('You have no password here: you sign in at your organisation’s identity provider.')
  }
  if (!(await verifyPassword(user.password_hash, currentPassword))) {
    throw badInput('currentPassword', sentence('This is not your current password.'))
  }
  if (currentPassword === newPassword) {
    throw badInput('newPassword', sentence('Choose a password different from the current one.'))
  }
  await internalTransaction(app, (tx) => resetAttempts(tx, perPerson, guesser))
  await setUserPassword(app, actor, {
    userId: actor.userId,
    password: newPassword,
    property: 'newPassword',
    ...(endIntegrations ? { alsoEnd: endIntegrationsOf } : {}),
  })
}
