// Secrets: generated at random, stored as hashes, compared in constant time.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A random secret of 256 bits in url-safe characters. It never begins with a hyphen, which command lines take for an
 * option.
 */
export function newSecret(): string {
  const secret = randomBytes(32).toString('base64url')
  return secret.startsWith('-') ? newSecret() : secret
}

/** The stored form of a random secret. A slow hash would add nothing: 256 bits cannot be guessed. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Constant-time comparison of two hashes. */
export const sameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
