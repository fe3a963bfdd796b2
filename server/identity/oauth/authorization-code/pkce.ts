// Proof Key for Code Exchange (RFC 7636), with S256 only: `plain` protects against nothing that S256 does not.
import { hashOfSecret, sameHash } from '../../../platform/secrets/crypto.ts'

/** Whether the text is a valid challenge: a SHA-256 in base64url. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** What is wrong with a verifier for this challenge; undefined if it matches. */
export function verifierMistake(verifier: string | undefined, challenge: string | null): string | undefined {
  if (challenge === null) {
    return verifier === undefined ? undefined : 'the authorization request had no code_challenge'
  }
  if (verifier === undefined) return 'it is missing, and the authorization request had a code_challenge'
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return 'it must be 43 to 128 unreserved characters'
  const fits = sameHash(hashOfSecret(verifier), Buffer.from(challenge, 'base64url'))
  return fits ? undefined : 'it does not fit the code_challenge'
}
