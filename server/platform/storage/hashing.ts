// Hashes of contents, computed on a thread of their own: two hashes take three times as long as receiving and writing
// the bytes, and everybody else would wait. Small contents are hashed where they are.
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { HashingAnswer, HashingOrder } from './hashing-thread.ts'
import type { Hashes } from './storage-digest.ts'

export interface RunningHashes {
  /** Adds bytes, which must not change until the end. Resolves when more may come. */
  add(chunks: readonly Buffer[]): Promise<void>
  end(): Promise<Hashes>
  /** The contents are not needed after all. */
  drop(): void
}

// batches of one upload that the thread has not hashed yet
const ahead = 4
// what is usually sent to the thread at once
const parcelBytes = 1024 * 1024 + 64 * 1024
const mostSpare = 8
// a thread costs some ten megabytes
const idleMs = 30_000

interface Contents {
  waiting: number
  /** Called with each answer, or with what the thread ended with. */
  onAnswer: (hashes: HashingAnswer['hashes'], failure?: Error) => void
}

interface Thread {
  readonly worker: Worker
  readonly contents: Map<number, Contents>
  /** Memory that went to the thread and came back: new memory takes longer than the copy into it. */
  readonly spare: ArrayBuffer[]
  idle: NodeJS.Timeout | undefined
}

let thread: Thread | undefined
let last = 0

function startThread(): Thread {
  const worker = new Worker(new URL('./hashing-thread.ts', import.meta.url), { name: 'hashing' })
  const started: Thread = { worker, contents: new Map(), spare: [], idle: undefined }
  worker.on('message', ({ contents, hashes, memory }: HashingAnswer) => {
    if (memory && memory.byteLength === parcelBytes && started.spare.length < mostSpare)
      started.spare.push(memory)
    started.contents.get(contents)?.onAnswer(hashes)
  })
  const fail = (failure: Error) => {
    if (thread === started) thread = undefined
    for (const { onAnswer } of started.contents.values()) onAnswer(undefined, failure)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the hashing thread has ended')))
  return started
}

/** Starts the hashes of one stored content. */
export function startHashes(): RunningHashes {
  let first: readonly Buffer[] | undefined
  let remote: RunningHashes | undefined
  return {
    async add(chunks) {
      if (!remote && !first) {
        first = chunks
        return
      }
      if (!remote) {
        remote = startRemoteHashes()
        const held = first ?? []
        first = undefined
        await remote.add(held)
      }
      await remote.add(chunks)
    },
    async end() {
      return remote ? remote.end() : hashesOf(first ?? [])
    },
    drop: () => remote?.drop(),
  }
}

function hashesOf(chunks: readonly Buffer[]): Hashes {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  for (const hash of [sha256, md5]) for (const chunk of chunks) hash.update(chunk)
  return { sha256: sha256.digest(), md5: md5.digest() }
}

function startRemoteHashes(): RunningHashes {
  thread ??= startThread()
  const own = thread
  clearTimeout(own.idle)
  const id = ++last
  let failed: Error | undefined
  let wake: () => void = () => undefined
  let found: HashingAnswer['hashes']
  let dropped = false
  const state: Contents = {
    waiting: 0,
    onAnswer(hashes, failure) {
      state.waiting -= 1
      found = hashes
      failed ??= failure
      wake()
    },
  }
  own.contents.set(id, state)
  own.worker.ref()
  const send = (order: HashingOrder, transferred: readonly ArrayBuffer[] = []) => {
    if (failed) throw failed
    own.worker.postMessage(order, [...transferred])
  }
  const until = async (isSo: () => boolean) => {
    const isOver = () => dropped || isSo()
    while (!isOver()) {
      if (failed) throw failed
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return {
    async add(chunks) {
      const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      if (length === 0) return
      const memory = copyOf(chunks, length, own.spare)
      send({ contents: id, memory, length }, [memory])
      state.waiting += 1
      await until(() => state.waiting < ahead)
    },
    async end() {
      try {
        send({ contents: id, end: true })
        state.waiting += 1
        await until(() => found !== undefined)
        if (!found) throw new Error('the hashing thread has answered nothing')
        return { sha256: Buffer.from(found.sha256), md5: Buffer.from(found.md5) }
      } finally {
        forget(own, id)
      }
    },
    drop() {
      if (!failed) send({ contents: id, drop: true })
      // an `add` that still waits would get no answer any more
      dropped = true
      wake()
      forget(own, id)
    },
  }
}

/** A copy, because the chunks may belong to somebody who still reads them, and cannot be handed over. */
function copyOf(chunks: readonly Buffer[], length: number, spare: ArrayBuffer[]): ArrayBuffer {
  const memory =
    (length <= parcelBytes ? spare.pop() : undefined) ?? new ArrayBuffer(Math.max(length, parcelBytes))
  const bytes = new Uint8Array(memory)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return memory
}

function forget(own: Thread, id: number): void {
  own.contents.delete(id)
  if (own.contents.size > 0) return
  own.worker.unref()
  own.idle = setTimeout(() => stopIdle(own), idleMs).unref()
}

function stopIdle(own: Thread): void {
  if (own.contents.size > 0) return
  if (thread === own) thread = undefined
  void own.worker.terminate()
}
