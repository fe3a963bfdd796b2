// Passwords of local accounts: what one must be like, how it is kept, how it is checked.
import type { Options } from '@node-rs/argon2'
import { badInput } from '../platform/errors.ts'

// Argon2id with the least that OWASP's password storage sheet recommends: 19 MiB, two passes.
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const shortest = 10
const longest = 200

/** Throws bad_request, naming the input `password`, when it is too short to resist guessing or too long to be one. */
export function checkPassword(password: string): void {
  const length = Array.from(password).length
  if (length < shortest) throw badInput('password', `A password has at least ${shortest} characters.`)
  if (length > longest) throw badInput('password', `A password has at most ${longest} characters.`)
}

/** What is kept of a password. Takes some hundredths of a second of one core, on purpose. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(password.normalize('NFKC'), options)
}

/** Whether it is the password. Takes as long for people without one (null), so that the time tells nothing. */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  const right = await verify(kept ?? (await hashOfNobody()), password.slice(0, longest * 2).normalize('NFKC'))
  return kept !== null && right
}

let nobody: Promise<string> | undefined
const hashOfNobody = () => (nobody ??= hashPassword(crypto.randomUUID()))
