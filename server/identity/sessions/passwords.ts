// Passwords: strength requirements and hashes (argon2id).
import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'
import { guessableReason, type PersonalDetails } from './password-strength.ts'

const shortest = 12
const longest = 200
const fewestCharacters = 5

// OWASP's recommendation for argon2id
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is wrong with this password, as a sentence for the user; undefined if nothing is. */
export async function passwordMistake(
  password: string,
  details: PersonalDetails,
): Promise<string | undefined> {
  const characters = Array.from(password)
  if (characters.length < shortest) return `Use at least ${shortest} characters.`
  if (characters.length > longest) return `Use at most ${longest} characters.`
  if (new Set(characters).size < fewestCharacters) return 'Use more different characters.'
  return guessableReason(password, details)
}

/** The known details of the user in a row of users with their organisation. */
export const detailsOf = (row: {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly organisation: string
}): PersonalDetails => ({
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  organisation: row.organisation,
})

/** The hash to be stored. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/** Verifies the password; takes equally long for a user without one, or an unknown user. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash(randomUUID(), cost)
  const known = stored ?? (await nobody)
  const fits = await inTurn(() => verify(known, password))
  return fits && stored !== null && stored !== undefined
}

let nobody: Promise<string> | undefined

// Hashing takes memory and the threads that files are read with, so only a few hashes are computed concurrently.
const mostAtOnce = 2
const mostWaiting = 100
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) {
      throw new AppError('unavailable', 'Too many people are signing in at the moment. Try again shortly.', {
        headers: { 'retry-after': '5' },
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
