// Signatures of notifications as defined by Standard Webhooks: HMAC-SHA256 over id, timestamp and body with the
// subscription's secret.
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** The sealing purpose of signing secrets. */
export const secretPurpose = 'webhook-signature'

/** A new secret, in the form in which receivers store it. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The signing key of a secret, created once: creating it takes longer than signing. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

interface Signed {
  readonly messageId: string
  readonly body: Buffer
  /** The database's time: a receiver compares it with its own clock. */
  readonly at: Date
}

/**
 * The headers of one attempt, signed with the key of every valid secret: the id is the same in all attempts of a
 * notification, the timestamp is that of this attempt.
 */
export function signatureHeaders(
  keys: readonly KeyObject[],
  { messageId, body, at }: Signed,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signatures = keys.map((key) => {
    const signature = createHmac('sha256', key).update(`${messageId}.${seconds}.`).update(body)
    return `v1,${signature.digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
