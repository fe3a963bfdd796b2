// The thread that hashes large contents for all uploads of a process, in the order in which their bytes are sent to it.
import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Bytes of contents, or their end, or that nobody needs their hashes any more. */
export type HashingOrder = { readonly contents: number } & (
  | { readonly memory: ArrayBuffer; readonly length: number }
  | { readonly end: true }
  | { readonly drop: true }
)

/** The answer to bytes, and to the end. */
export interface HashingAnswer {
  readonly contents: number
  /** What the bytes came in, to be used again. */
  readonly memory?: ArrayBuffer
  readonly hashes?: { readonly sha256: Uint8Array; readonly md5: Uint8Array }
}

const running = new Map<number, readonly [sha256: Hash, md5: Hash]>()

parentPort?.on('message', (order: HashingOrder) => {
  const { contents } = order
  const hashes = running.get(contents) ?? [createHash('sha256'), createHash('md5')]
  if ('memory' in order) {
    const { memory, length } = order
    running.set(contents, hashes)
    for (const hash of hashes) hash.update(new Uint8Array(memory, 0, length))
    parentPort?.postMessage({ contents, memory } satisfies HashingAnswer, [memory])
    return
  }
  running.delete(contents)
  if ('drop' in order) return
  const [sha256, md5] = hashes.map((hash) => hash.digest())
  if (!sha256 || !md5) return
  const answer: HashingAnswer = { contents, hashes: { sha256, md5 } }
  parentPort?.postMessage(answer, [])
})
