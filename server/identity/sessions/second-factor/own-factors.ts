// Setting up, changing and removing one's own second factors.
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent } from '../../../platform/events/change.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import type { Actor } from '../../../platform/actor.ts'
import { personEvent } from '../../users/events.ts'
import { endStartedSessionsOf } from '../session.ts'
import { alertFactorChanged } from './alerts.ts'
import { confirmApp } from './authenticator-app.ts'
import { forgetDevice, forgetDevicesOf } from './known-devices.ts'
import { addPasskey, removePasskey, renamePasskey } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { factorsOf, hasFactor } from './second-factor.ts'
import { signingIn } from './proof.ts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'

/** Whose factors are changed: somebody signed in, or somebody who has to set one up to sign in. */
export interface FactorOwner {
  readonly userId: string
  readonly organisationId: number
  /** The calling session; absent while signing in. */
  readonly sessionId?: string
}

/** A factor that is set up: an app by its first code, or a passkey that the browser made. */
export type NewFactor =
  | { readonly kind: 'app'; readonly setUp: string; readonly code: string }
  | {
      readonly kind: 'passkey'
      readonly name: string
      readonly browser: string
      readonly response: RegistrationResponseJSON
    }

/**
 * Adds a second factor. With the first one, the person gets recovery codes, and their other sessions end, because they
 * began with less; `then` runs in the same transaction. Throws bad_request for a wrong code or answer.
 */
export function addFactor<Result>(
  app: App,
  owner: FactorOwner,
  factor: NewFactor,
  then: (tx: Tx, now: Date) => Promise<Result>,
): Promise<{ readonly recoveryCodes: readonly string[] | null; readonly result: Result }> {
  const { userId, sessionId } = owner
  return change(app, signingIn(userId), async (tx, now) => {
    await holdPerson(tx, userId)
    const isFirst = !hasFactor(await factorsOf(tx, userId))
    if (factor.kind === 'app') await confirmApp(app, tx, { userId, ...factor })
    else await addPasskey(app, tx, { userId, ...factor })
    const recoveryCodes = isFirst ? await replaceRecoveryCodes(tx, userId) : null
    if (isFirst) await endStartedSessionsOf(tx, userId, sessionId)
    if (isFirst && sessionId !== undefined) {
      const proven = { factor: factor.kind, verified_at: now }
      await tx.updateTable('sessions').set(proven).where('id', '=', sessionId).execute()
    }
    const what = factor.kind === 'app' ? 'An authenticator app' : 'A passkey'
    await alertFactorChanged(app, tx, userId, `${what} was added to`)
    const events = [personEvent('user.factor.added', owner, { factor: factor.kind })]
    return { result: { recoveryCodes, result: await then(tx, now) }, events }
  })
}

/** Removes the actor's app. Throws conflict if their organisation demands a second factor and it is the last one. */
export const removeApp = (app: App, actor: Actor): Promise<void> =>
  removing(app, actor, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('authenticator_apps')
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()
    return numDeletedRows === 0n
      ? undefined
      : { factor: 'app', words: 'The authenticator app was removed from' }
  })

/** Removes a passkey of the actor, by the same rule. Throws not_found. */
export const removeOwnPasskey = (app: App, actor: Actor, id: string): Promise<void> =>
  removing(app, actor, async (tx) => {
    const name = await removePasskey(tx, actor.userId, id)
    return { factor: 'passkey', words: `The passkey “${name}” was removed from` }
  })

function removing(
  app: App,
  actor: Actor,
  remove: (tx: Tx) => Promise<{ readonly factor: string; readonly words: string } | undefined>,
): Promise<void> {
  const { userId } = actor
  return change(app, actor, async (tx) => {
    await holdPerson(tx, userId)
    const removed = await remove(tx)
    if (!removed) return { result: undefined, events: [] }
    const left = await factorsOf(tx, userId)
    if (!hasFactor(left)) {
      if (left.demanded) {
        throw conflict(
          'Your organisation demands a second factor. Set up another one before you remove this one.',
        )
      }
      await removeRemains(tx, userId)
    }
    await alertFactorChanged(app, tx, userId, removed.words)
    return {
      result: undefined,
      events: [personEvent('user.factor.removed', actor, { factor: removed.factor })],
    }
  })
}

/** What stands for factors, when there are none any more. */
async function removeRemains(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await forgetDevicesOf(tx, userId)
}

/** Removes every second factor of a person, and what stands for one. */
export async function removeFactorsOf(tx: Tx, userId: string): Promise<boolean> {
  const apps = await tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).executeTakeFirst()
  const passkeys = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  await removeRemains(tx, userId)
  return apps.numDeletedRows + passkeys.numDeletedRows > 0n
}

// two changes at a time could each take the last but one
async function holdPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').where('id', '=', userId).select('id').forUpdate().executeTakeFirstOrThrow()
}

/** Gives the actor new recovery codes. Throws conflict without a second factor, which they would replace. */
export function renewRecoveryCodes(app: App, actor: Actor): Promise<readonly string[]> {
  return change(app, actor, async (tx) => {
    await holdPerson(tx, actor.userId)
    if (!hasFactor(await factorsOf(tx, actor.userId))) {
      throw conflict(
        'Recovery codes replace a second factor. Set up an authenticator app or a passkey first.',
      )
    }
    const codes = await replaceRecoveryCodes(tx, actor.userId)
    await alertFactorChanged(app, tx, actor.userId, 'New recovery codes were made for')
    const events: DomainEvent[] = [personEvent('user.recovery-codes.replaced', actor)]
    return { result: codes, events }
  })
}

/** Renames a passkey of the actor. Throws not_found. */
export const renameOwnPasskey = (
  app: App,
  actor: Actor,
  passkey: { readonly id: string; readonly name: string },
) =>
  change(app, actor, async (tx) => {
    await renamePasskey(tx, actor.userId, passkey)
    return { result: undefined, events: [] }
  })

/** A browser no longer stands for the actor's second factor. Throws not_found. */
export const forgetOwnDevice = (app: App, actor: Actor, id: string) =>
  change(app, actor, async (tx) => {
    await forgetDevice(tx, actor.userId, id)
    return { result: undefined, events: [] }
  })
