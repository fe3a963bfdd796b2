// Sealing of secrets: AES-256-GCM, bound to a purpose.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
/** The length of all keys. */
export const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const format = 1

/** Seals a text for a purpose. */
export function sealWith(key: Buffer, text: string, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), content])
}

/** Opens a sealed text; throws if it was sealed for another purpose, with another key, or altered. */
export function openWith(key: Buffer, sealed: Uint8Array, purpose: string): string {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== format) throw new Error('A sealed secret has a format that this version does not support.')
  const nonce = bytes.subarray(1, 1 + nonceBytes)
  const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag)
  return (
    decipher.update(bytes.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  )
}

/** The MAC key for a purpose: derived, so that no MAC reveals anything about other uses of the key. */
export const deriveMacKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `mark:${purpose}`, keyBytes))

/** An identifier of a key that reveals nothing about it. */
export const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('chancery key id').update(key).digest('hex').slice(0, 16)
