// The hash of a request as it arrives, however its body is read: of a form, without the boundary, which differs in
// every attempt.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface RequestHash {
  /** The hash once the whole body has arrived; null before that. */
  end(): Buffer | null
}

/** Starts hashing; must be called before the first bytes of the body arrive. */
export function startRequestHash(request: IncomingMessage, address: string): RequestHash {
  const hash = createHash('sha256')
  const contentType = request.headers['content-type'] ?? ''
  const [, quoted, bare] = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  hash.update(`${request.method} ${address}\n${contentType.split(';', 1)[0]?.toLowerCase()}\n`)
  const add: (chunk: Buffer, isLast?: boolean) => void =
    boundary === undefined ? (chunk) => void hash.update(chunk) : without(hash, Buffer.from(boundary))
  let complete = false
  let digest: Buffer | undefined
  const push = request.push.bind(request)
  // what the body is read with sees every chunk as before
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) complete = true
    else if (typeof chunk === 'string') add(Buffer.from(chunk, encoding))
    else if (chunk instanceof Uint8Array) add(Buffer.from(chunk))
    return push(chunk, encoding)
  }
  return {
    end() {
      if (!complete) return null
      if (!digest) {
        add(Buffer.alloc(0), true)
        digest = hash.digest()
      }
      return digest
    },
  }
}

/** Adds chunks without the boundary, also where it is divided between two of them. */
function without(hash: ReturnType<typeof createHash>, boundary: Buffer) {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer, isLast = false): void => {
    let bytes = Buffer.concat([rest, chunk])
    for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary)) {
      hash.update(bytes.subarray(0, at))
      bytes = bytes.subarray(at + boundary.length)
    }
    const kept = isLast ? 0 : Math.min(boundary.length - 1, bytes.length)
    hash.update(bytes.subarray(0, bytes.length - kept))
    rest = bytes.subarray(bytes.length - kept)
  }
}
