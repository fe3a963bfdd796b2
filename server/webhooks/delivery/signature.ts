// Signatures of notifications, by the Standard Webhooks specification: a secret of the subscription, HMAC-SHA256 over id,
// time and body.
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** What a sealed signing secret is sealed for. */
export const secretPurpose = 'webhook-signature'

/** A new secret, in the form that receivers keep it. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** What signs, made of a secret once: making it takes longer than signing. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))

interface Signed {
  readonly messageId: string
  readonly body: Buffer
  /** The database's time: a receiver compares it with its own clock. */
  readonly at: Date
}

/** The headers of one attempt, signed with the key of every secret that holds now: the id stays through all attempts of a notification, the time is that of this one. */
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
