// Encryption of the objects of a backup: AES-256-GCM in frames. The nonce of a frame contains its number and whether it
// is the last, so frames cannot be removed, swapped or truncated; the key of an object is derived from its name, so
// objects cannot be swapped.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const magic = Buffer.from('CHB1')
const saltBytes = 16
const tagBytes = 16
const frameBytes = 256 * 1024
const headerBytes = magic.length + saltBytes

/** An object does not decrypt: it was altered, truncated, or belongs under another name. */
export class ObjectAltered extends Error {
  constructor(name: string) {
    super(`${name} was altered or is incomplete`)
  }
}

/** The encrypted size of an object of this size. */
export const encryptedSize = (size: number): number =>
  headerBytes + size + tagBytes * Math.max(1, Math.ceil(size / frameBytes))

/** Encrypts a stream for the object with this name. */
export async function* encrypt(
  key: Buffer,
  name: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const own = keyOfObject(key, salt, name)
  yield Buffer.concat([magic, salt])
  let number = 0
  const frame = (text: Buffer, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number++, last))
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
  // a full frame is held back until it is known whether it is the last
  let held = Buffer.alloc(0)
  for await (const piece of framesOf(source, frameBytes)) {
    if (held.length > 0) yield frame(held, false)
    held = piece
  }
  yield frame(held, true)
}

/**
 * Decrypts what `encrypt` produced for this name; throws ObjectAltered otherwise, with the last frame at the latest.
 */
export async function* decrypt(
  key: Buffer,
  name: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let own: Buffer | undefined
  let number = 0
  const open = (sealed: Buffer, last: boolean): Buffer => {
    if (!own || sealed.length < tagBytes) throw new ObjectAltered(name)
    try {
      const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(number++, last), {
        authTagLength: tagBytes,
      }).setAuthTag(sealed.subarray(-tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new ObjectAltered(name)
    }
  }
  let held: Buffer | undefined
  for await (const piece of framesOf(source, frameBytes + tagBytes, headerBytes)) {
    if (!own) {
      if (!piece.subarray(0, magic.length).equals(magic) || piece.length < headerBytes)
        throw new ObjectAltered(name)
      own = keyOfObject(key, piece.subarray(magic.length, headerBytes), name)
      continue
    }
    if (held) yield open(held, false)
    held = piece
  }
  yield open(held ?? Buffer.alloc(0), true)
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

const keyOfObject = (key: Buffer, salt: Buffer, name: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, `object:${name}`, 32))

/** Splits the stream into pieces of `size`, the first of `first` bytes, the last of the remainder. */
async function* framesOf(
  source: AsyncIterable<Buffer>,
  size: number,
  first = size,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let pending: Buffer[] = []
  let length = 0
  let want = first
  for await (const chunk of source) {
    pending.push(chunk)
    length += chunk.length
    while (length >= want) {
      const all = Buffer.concat(pending)
      yield all.subarray(0, want)
      const rest = all.subarray(want)
      pending = [rest]
      length = rest.length
      want = size
    }
  }
  if (length > 0) yield Buffer.concat(pending)
}
