// What is computed from contents while streaming: size, hashes, and the first bytes.
import { createHash } from 'node:crypto'
import { headLength, tooLarge } from './storage.ts'

export interface Digest {
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  readonly head: Buffer
}

export interface RunningDigest {
  /** Adds bytes; throws too_large if they exceed the limit. */
  add(chunk: Buffer): void
  end(): Digest
}

/** Starts a digest of contents of at most `limit` bytes. */
export function startDigest(limit: number): RunningDigest {
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  const head: Buffer[] = []
  let headSize = 0
  let size = 0
  return {
    add(chunk) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      sha256.update(chunk)
      md5.update(chunk)
      if (headSize >= headLength) return
      // a copy: a slice would keep the whole chunk alive
      const part = Buffer.from(chunk.subarray(0, headLength - headSize))
      head.push(part)
      headSize += part.length
    },
    end: () => ({ size, sha256: sha256.digest(), md5: md5.digest(), head: Buffer.concat(head) }),
  }
}
