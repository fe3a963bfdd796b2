// Checking a second factor: guesses are counted per person in the database, wherever they come from, because only
// somebody who knows the password gets this far.
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent, internalTransaction } from '../../../platform/events/change.ts'
import { AppError, badInput, sentence } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import {
  type AttemptLimit,
  releaseAttempt,
  reserveAttempt,
  resetAttempts,
} from '../../../platform/secrets/attempt-limit.ts'
import { personEvent } from '../../users/events.ts'
import { alertGuessing, alertRecoveryCode } from './alerts.ts'
import { useAppCode } from './authenticator-app.ts'
import type { PasskeyAnswer } from './passkey-ceremony.ts'
import { usePasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { factorsOf, type ProvenFactor } from './second-factor.ts'

const aWhile: AttemptLimit = { name: 'second factor', most: 10, minutes: 15 }
// of a million codes, three are right at a time
const aDay: AttemptLimit = { name: 'second factor in a day', most: 50, minutes: 24 * 60 }
const alerts: AttemptLimit = { name: 'alert of second factor', most: 1, minutes: 60 }

/** What somebody proves a second factor with. */
export type Proof =
  | { readonly kind: 'app' | 'recovery code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly answer: PasskeyAnswer }

interface Prover {
  readonly userId: string
  readonly organisationId: number
}

/** The person who acts while nobody is signed in yet. */
export const signingIn = (userId: string) =>
  ({ userId, via: { kind: 'system', name: 'sign-in' }, requestId: null }) as const

/**
 * Does the work in the transaction in which the proof is checked and used up. Throws bad_request if it is wrong or was
 * used before, too_many_requests after too many wrong codes; then nothing is done.
 */
export async function withProof<Result>(
  app: App,
  { userId, organisationId }: Prover,
  proof: Proof,
  work: (tx: Tx, now: Date, factor: ProvenFactor) => Promise<Result>,
): Promise<Result> {
  const guesser = { subject: userId, ip: '' }
  if (proof.kind !== 'passkey') await reserveGuess(app, userId)
  return change(app, signingIn(userId), async (tx, now) => {
    if (!(await isRight(app, tx, { userId, proof, now }))) throw wrong(proof)
    if (proof.kind !== 'passkey') {
      await resetAttempts(tx, aWhile, guesser)
      await releaseAttempt(tx, aDay, guesser)
    }
    const events: DomainEvent[] = []
    if (proof.kind === 'recovery code') {
      const { recoveryCodes } = await factorsOf(tx, userId)
      await alertRecoveryCode(app, tx, userId, recoveryCodes)
      events.push(personEvent('user.recovery-code.used', { userId, organisationId }, { left: recoveryCodes }))
    }
    return { result: await work(tx, now, proof.kind), events }
  })
}

async function reserveGuess(app: App, userId: string): Promise<void> {
  const guesser = { subject: userId, ip: '' }
  try {
    await reserveAttempt(app, aDay, guesser)
    await reserveAttempt(app, aWhile, guesser)
  } catch (error) {
    if (error instanceof AppError) await alertOnce(app, userId)
    throw error
  }
}

/** The first refusal of an hour is announced to the person. */
async function alertOnce(app: App, userId: string): Promise<void> {
  const first = await reserveAttempt(app, alerts, { subject: userId, ip: '' }).then(
    () => true,
    () => false,
  )
  if (first) await internalTransaction(app, (tx) => alertGuessing(app, tx, userId))
}

interface Checked {
  readonly userId: string
  readonly proof: Proof
  readonly now: Date
}

async function isRight(app: App, tx: Tx, { userId, proof, now }: Checked): Promise<boolean> {
  switch (proof.kind) {
    case 'app':
      return useAppCode(app, tx, { userId, code: proof.code })
    case 'recovery code':
      return useRecoveryCode(tx, { userId, code: proof.code, now })
    case 'passkey':
      return (await usePasskey(app, tx, proof.answer)) === userId
  }
}

const wrong = ({ kind }: Proof) => {
  if (kind === 'passkey')
    return badInput('passkey', sentence('This passkey could not be checked. Try again, or use another way.'))
  const [path, text] =
    kind === 'app'
      ? ([
          'code',
          'This code is wrong, or was used already. Wait for the next one that the app shows.',
        ] as const)
      : (['recoveryCode', 'This recovery code is wrong, or was used already.'] as const)
  return badInput(path, sentence(text))
}
