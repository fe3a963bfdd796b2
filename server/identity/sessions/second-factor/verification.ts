// A signed-in person proves again who they are, before a sensitive action: with their second factor, or with their
// password if they have none.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { badInput, conflict, forbidden, sentence } from '../../../platform/errors.ts'
import { type AttemptLimit, reserveAttempt, resetAttempts } from '../../../platform/secrets/attempt-limit.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { verifyPassword } from '../passwords.ts'
import { sessionOf } from '../my-sessions.ts'
import { type Proof, withProof } from './proof.ts'
import { factorsOf, hasFactor } from './second-factor.ts'

// the same count as for a change of the password
const passwords: AttemptLimit = { name: 'current password', most: 10, minutes: 15 }

export interface WaysToVerify {
  readonly app: boolean
  readonly passkey: boolean
  readonly recoveryCode: boolean
  readonly password: boolean
}

/** With what the actor can prove again who they are; with none of it they sign in again at their provider. */
export async function waysToVerify(app: App, actor: Actor): Promise<WaysToVerify> {
  const factors = await factorsOf(app.db, actor.userId)
  if (hasFactor(factors)) {
    return {
      app: factors.app,
      passkey: factors.passkeys > 0,
      recoveryCode: factors.recoveryCodes > 0,
      password: false,
    }
  }
  const { password_hash: hash, local_accounts: local } = await passwordOf(app, actor)
  return { app: false, passkey: false, recoveryCode: false, password: hash !== null && local }
}

/**
 * Notes that the actor has just proven who they are. A password does not do for somebody with a second factor:
 * conflict. Throws bad_request for a wrong proof, too_many_requests after too many.
 */
export async function verifyAgain(
  app: App,
  actor: Actor,
  proof: Proof | { readonly kind: 'password'; readonly password: string },
): Promise<void> {
  const sessionId = sessionOf(actor)
  if (sessionId === undefined) throw forbidden('Only somebody signed in to the web app can do this.')
  if (proof.kind !== 'password') {
    return withProof(app, actor, proof, (tx, now) => noteVerified(tx, sessionId, now))
  }
  const ways = await waysToVerify(app, actor)
  if (!ways.password) throw conflict('Use your second factor, or sign in again at your identity provider.')
  const guesser = { subject: actor.userId, ip: '' }
  await reserveAttempt(app, passwords, guesser)
  const { password_hash: hash } = await passwordOf(app, actor)
  if (!(await verifyPassword(hash, proof.password))) {
    throw badInput('password', sentence('This is not your password.'))
  }
  await internalTransaction(app, async (tx, now) => {
    await resetAttempts(tx, passwords, guesser)
    await noteVerified(tx, sessionId, now)
  })
}

async function noteVerified(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ verified_at: now }).where('id', '=', sessionId).execute()
}

const passwordOf = ({ db }: App, { userId }: Actor) =>
  db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('users.id', '=', userId)
    .select(['users.password_hash', 'organisations.local_accounts'])
    .executeTakeFirstOrThrow()
