// People without an account: the secret address that they are sent, the code that proves that its mail is theirs, and
// the proof that their browser shows from then on. What is kept of these are hashes, in the row of its recipient.
import { randomInt } from 'node:crypto'
import type { App } from '../app.ts'
import { AppError, badInput, sentence } from '../errors.ts'
import { internalTransaction } from '../events/change.ts'
import type { Tx } from '../postgres/database.ts'
import { type AttemptLimit, reserveAttempt, resetAttempts } from './attempt-limit.ts'
import { hashOfSecret, newSecret, sameHash } from './crypto.ts'
import type { ProvenGuest } from './proven-guest.ts'

const minute = 60_000
const codeLives = 10 * minute
const proofLives = 60 * minute

/** The secret in an address, and the organisation that it is looked up in. */
export interface AddressToken {
  readonly organisationId: number
  readonly secret: string
}

/** A new secret address: its token, and the hash that is kept. */
export function newAddress(organisationId: number): { readonly token: string; readonly hash: Buffer } {
  const secret = newSecret()
  return { token: `${organisationId}-${secret}`, hash: hashOfSecret(secret) }
}

/** The token in an address; undefined for what cannot be one. */
export function readToken(token: string): AddressToken | undefined {
  const match = /^(\d{1,10})-([A-Za-z0-9_-]{43})$/.exec(token)
  return match ? { organisationId: Number(match[1]), secret: match[2] ?? '' } : undefined
}

/** A person who has the address need not know the mail address whole. */
export const maskedMail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1…')

/** What codes are for: their name separates them, and their limits, from those for something else. */
export type CodePurpose = 'signing' | 'sharing'

const limitsOf = (purpose: CodePurpose) =>
  ({
    sent: { name: `${purpose}-codes`, most: 5, minutes: 30 },
    guesses: { name: `${purpose}-guesses`, most: 6, minutes: 30 },
    // who has the address may try for months
    guessesOfWeek: { name: `${purpose}-guesses-week`, most: 40, minutes: 7 * 24 * 60 },
  }) as const satisfies Readonly<Record<string, AttemptLimit>>

/** The limits of such codes, all of which count by the subject alone. */
export const codeLimits = (purpose: CodePurpose): readonly AttemptLimit[] => Object.values(limitsOf(purpose))

/**
 * What is counted together: the tries of one person at one address. Another person in their place, or another address,
 * begins with a count of its own. `row` names the row of the guest.
 */
export const guestSubject = (row: string, { secretHash }: Pick<ProvenGuest, 'secretHash'>): string =>
  `${row} ${secretHash?.toString('base64url') ?? ''}`

/** Whose code it is: see `guestSubject`. */
export interface CodeOwner {
  readonly purpose: CodePurpose
  readonly subject: string
}

const sourceOf = ({ subject }: CodeOwner) => ({ subject, ip: '' })

const macOf = ({ vault }: App, { purpose, subject }: CodeOwner, code: string): Promise<Buffer> =>
  vault.mac(`${subject} ${code}`, `${purpose} codes`)

/** A new code with what is kept of it. Throws too_many_requests after five within half an hour. */
export async function newCode(
  app: App,
  owner: CodeOwner,
): Promise<{ readonly code: string; readonly hash: Buffer; readonly expiresAt: Date }> {
  await reserveAttempt(app, limitsOf(owner.purpose).sent, sourceOf(owner))
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const expiresAt = new Date(app.clock.now().getTime() + codeLives)
  return { code, hash: await macOf(app, owner, code), expiresAt }
}

/** What is kept of the code that was sent last. */
export interface KeptCode {
  readonly codeHash: Buffer | null
  readonly codeExpiresAt: Date | null
}

/** What is written when the code is taken. */
export interface NewProof {
  readonly code_hash: null
  readonly proof_hash: Buffer
  readonly proof_expires_at: Date
}

/**
 * Takes the code, which counts once, and returns the proof for the calls that follow. `write` keeps the proof where the
 * code is still the one with the hash, and says whether it was. Throws bad_request for a wrong one, and
 * too_many_requests after six within half an hour.
 */
export async function takeCode(
  app: App,
  owner: CodeOwner,
  { codeHash, codeExpiresAt, code }: KeptCode & { readonly code: string },
  write: (tx: Tx, codeHash: Buffer, proof: NewProof) => Promise<boolean>,
): Promise<string> {
  const { guesses, guessesOfWeek } = limitsOf(owner.purpose)
  const source = sourceOf(owner)
  await reserveAttempt(app, guessesOfWeek, source)
  await reserveAttempt(app, guesses, source)
  const isRight =
    codeHash !== null &&
    codeExpiresAt !== null &&
    codeExpiresAt > app.clock.now() &&
    sameHash(codeHash, await macOf(app, owner, code))
  if (!isRight) throw badInput('code', sentence('The code is wrong or has expired. Ask for another one.'))
  const proof = newSecret()
  const taken = await internalTransaction(app, async (tx, now) => {
    const expires = new Date(now.getTime() + proofLives)
    const kept = { code_hash: null, proof_hash: hashOfSecret(proof), proof_expires_at: expires }
    if (!(await write(tx, codeHash, kept))) return false
    await resetAttempts(tx, guesses, source)
    await resetAttempts(tx, guessesOfWeek, source)
    return true
  })
  if (!taken) throw badInput('code', sentence('The code was used already. Ask for another one.'))
  return proof
}

/** What is kept of the proof. */
export interface KeptProof {
  readonly proofHash: Buffer | null
  readonly proofExpiresAt: Date | null
}

/** Throws unauthorized unless the proof is the one that the code gave, within the hour. */
export function checkProof(app: Pick<App, 'clock'>, kept: KeptProof, proof: string): void {
  const { proofHash, proofExpiresAt } = kept
  const isRight =
    proofHash !== null &&
    proofExpiresAt !== null &&
    proofExpiresAt > app.clock.now() &&
    sameHash(proofHash, hashOfSecret(proof))
  if (!isRight) throw new AppError('unauthorized', 'Ask for a code again.')
}
