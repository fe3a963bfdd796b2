// Secrets: made at random, kept as hashes, compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random secret of 256 bits in url-safe characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a random secret. A slow hash would add nothing: there is no guessing 256 bits. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Whether two hashes are equal, in a time that does not depend on where they differ. */
export const sameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)
