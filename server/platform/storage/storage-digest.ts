// What is computed from contents while streaming: size, hashes, and the first bytes.
import { createHash } from 'node:crypto'
import { headLength, tooLarge } from './storage.ts'

/** The hashes of contents. */
export interface Hashes {
  readonly sha256: Buffer
  readonly md5: Buffer
}

interface Extent {
  readonly size: number
  readonly head: Buffer
}

export type Digest = Hashes & Extent

export interface RunningExtent {
  /** Adds bytes; throws too_large if they exceed the limit. */
  add(chunk: Buffer): void
  end(): Extent
}

/** Measures contents of at most `limit` bytes. */
export function startExtent(limit: number): RunningExtent {
  const head: Buffer[] = []
  let headSize = 0
  let size = 0
  return {
    add(chunk) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      if (headSize >= headLength) return
      // a copy: a slice would keep the whole chunk alive
      const part = Buffer.from(chunk.subarray(0, headLength - headSize))
      head.push(part)
      headSize += part.length
    },
    end: () => ({ size, head: Buffer.concat(head) }),
  }
}

export interface RunningDigest {
  /** Adds bytes; throws too_large if they exceed the limit. */
  add(chunk: Buffer): void
  end(): Digest
}

/** Starts a digest of contents of at most `limit` bytes, on the calling thread. */
export function startDigest(limit: number): RunningDigest {
  const extent = startExtent(limit)
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  return {
    add(chunk) {
      extent.add(chunk)
      sha256.update(chunk)
      md5.update(chunk)
    },
    end: () => ({ ...extent.end(), sha256: sha256.digest(), md5: md5.digest() }),
  }
}
