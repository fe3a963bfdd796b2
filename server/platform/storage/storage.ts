// Where file contents lie. Two kinds: a folder on disk, and an S3 bucket; nothing else in the server knows which.
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** What is known of contents once they are stored. */
export interface StoredContent {
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  /** The first bytes, enough to tell what kind of file it is. */
  readonly head: Buffer
  /** From when on the storage counts the age of the contents: real time, not the platform's clock. */
  readonly storedAt: Date
}

export interface ByteRange {
  readonly start: number
  /** The last byte, included. */
  readonly end: number
}

/** Contents on their way out of the storage. */
export type OpenedContent = Readable & {
  /** Another one whenever the contents were written since; equal ones say nothing of decay. */
  readonly identity: string
}

export interface Storage {
  /**
   * Takes the whole stream in constant memory and answers when the bytes are safe (written through to the disk, or
   * acknowledged by the bucket). Keeps nothing when the stream breaks (bad_request), is longer than `limit` (too_large) or
   * finds no room (insufficient_storage). A stream that was not read to its end is left as it is: whoever gave it ends it.
   */
  put(organisationId: number, source: Readable, limit: number): Promise<StoredContent>
  /** As `put`, under a key that is known already: for contents that come back from a backup. */
  putAt(key: string, source: Readable, limit: number): Promise<StoredContent>
  /**
   * The contents under a key, whole or in part. ContentMissing when there are none, ContentDamaged when something else than contents
   * lies there, or their length is not `size`. What it answers may still end early: recorded-content.ts notices.
   */
  open(key: string, range?: ByteRange, size?: number): Promise<OpenedContent>
  /** Forgets contents; no error when they are gone already. */
  remove(key: string): Promise<void>
  /**
   * Every key whose contents were stored before `before` (real time), in no order; and what broken transfers left behind
   * before then goes. Contents stored later are never among them, however long their transfer took.
   */
  keysOlderThan(before: Date): AsyncIterable<string>
  /** Every key there is, in no order. */
  keys(): AsyncIterable<string>
  /** The note that says which database the storage belongs to (storage-claim.ts); undefined where there is none. */
  readNote(): Promise<string | undefined>
  writeNote(text: string): Promise<void>
  close(): Promise<void>
}

/** The name of the note: no key of contents looks like it. */
export const noteName = 'chancery-storage.json'

/** There are no contents under a key: they were removed, or lost. */
export class ContentMissing extends Error {
  constructor(key: string, cause?: unknown) {
    super(`No contents are stored under ${key}`, { cause })
  }
}

/** What lies under a key is not what was stored there. */
export class ContentDamaged extends Error {
  constructor(key: string, reason: string, cause?: unknown) {
    super(`What is stored under ${key} is damaged: ${reason}`, { cause })
  }
}

/** The refusal while the storage cannot be reached. */
export const storageAway = (cause: unknown): AppError =>
  new AppError('unavailable', 'The storage of files cannot be reached at the moment. Try again shortly.', {
    cause,
    headers: { 'retry-after': '5' },
  })

/** How much of the beginning of contents is kept to tell their kind. */
export const headLength = 16 * 1024

/** The chunks of a source; its breaking off is the sender's matter, not a fault of the server. */
export async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    // destroying a request would also end the connection that the refusal has to go through
    yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', 'The file broke off before its end. Send it again.', { cause: error })
  }
}

/** The refusal of contents that are longer than the limit. */
export const tooLarge = (limit: number): AppError =>
  new AppError('too_large', `The file is larger than the ${limit} bytes that this server takes.`)

/** The refusal when there is no room. */
export const noRoom = (cause: unknown): AppError =>
  new AppError(
    'insufficient_storage',
    'There is no room left to store the file. Tell the operator of this installation.',
    { cause },
  )
