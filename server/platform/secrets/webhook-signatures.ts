// Signatures of notifications as defined by Standard Webhooks: HMAC-SHA256 over id, timestamp and body with a secret
// that both sides know. Those that are sent, and those that come from others.
import type { IncomingHttpHeaders } from 'node:http'
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { sameHash } from './crypto.ts'

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
  const signatures = keys.map((key) => `v1,${macOf(key, `${messageId}.${seconds}`, body).toString('base64')}`)
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

const macOf = (key: KeyObject, head: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${head}.`).update(body).digest()

/** How far the time of a notification may be from that of the machine. */
export const toleranceMs = 5 * 60_000
const mostSignatures = 10

/**
 * Whether one of the keys signed this body, at a time that is close to `at`, which is real time. Returns what is unique
 * to the notification, so that it can be refused when it comes again; undefined if it is not genuine.
 */
export function genuineNotification(
  keys: readonly KeyObject[],
  { headers, body, at }: { readonly headers: IncomingHttpHeaders; readonly body: Buffer; readonly at: Date },
): string | undefined {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers[name]
    return typeof value === 'string' ? value : ''
  }) as [string, string, string]
  if (id === '' || id.length > 200 || !/^\d{1,12}$/.test(timestamp)) return undefined
  if (Math.abs(at.getTime() - Number(timestamp) * 1_000) > toleranceMs) return undefined
  const given = signatures
    .split(' ', mostSignatures)
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
  const isSigned = keys.some((key) => {
    const expected = macOf(key, `${id}.${timestamp}`, body)
    return given.some((each) => sameHash(each, expected))
  })
  return isSigned ? `${id}.${timestamp}` : undefined
}
