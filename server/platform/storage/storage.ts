// The storage of file contents. Two kinds: a folder on disk, and an S3 bucket; no other code depends on which.
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** What is known about contents once they are stored. */
export interface StoredContent {
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  /** The first bytes, enough to detect the type of file. */
  readonly head: Buffer
  /** From when the storage counts the age of the contents: real time, not the platform's clock. */
  readonly storedAt: Date
}

/** Contents referenced by a row, with what is recorded about them. */
export interface RecordedContent {
  readonly organisationId: number
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
}

export interface ByteRange {
  readonly start: number
  /** The last byte, inclusive. */
  readonly end: number
}

/** Contents being read from the storage. */
export type OpenedContent = Readable & {
  /** Changes whenever the contents are rewritten; equal identities do not rule out silent corruption. */
  readonly identity: string
}

export interface Storage {
  /**
   * Stores the whole stream in constant memory and resolves when the bytes are durable (synced to disk, or acknowledged
   * by the bucket). Keeps nothing if the stream breaks (bad_request), is longer than `limit` (too_large) or does not
   * fit (insufficient_storage). A stream that was not fully read is left as it is: its owner ends it.
   */
  put(organisationId: number, source: Readable, limit: number): Promise<StoredContent>
  /** Like `put`, under a known key: for contents restored from a backup. */
  putAt(key: string, source: Readable, limit: number): Promise<StoredContent>
  /**
   * The contents under a key, whole or in part. Throws ContentMissing if there are none, ContentDamaged if something
   * else is there, or their length is not `size`. The stream may still end early: recorded-content.ts detects that.
   */
  open(key: string, range?: ByteRange, size?: number): Promise<OpenedContent>
  /** Removes contents; no error if they are already gone. */
  remove(key: string): Promise<void>
  /**
   * Every key whose contents were stored before `before` (real time), in no particular order; also removes the remains
   * of interrupted transfers older than that. Contents stored later are never included, however long their transfer
   * took.
   */
  keysOlderThan(before: Date): AsyncIterable<string>
  /** Every key, in no particular order. */
  keys(): AsyncIterable<string>
  /** The file that states which database the storage belongs to (storage-claim.ts); undefined if there is none. */
  readClaimFile(): Promise<string | undefined>
  writeClaimFile(text: string): Promise<void>
  close(): Promise<void>
}

/** The name of the claim file: no key of contents looks like it. */
export const claimFileName = 'chancery-storage.json'

/** There are no contents under a key: they were removed, or lost. */
export class ContentMissing extends Error {
  constructor(key: string, cause?: unknown) {
    super(`No contents are stored under ${key}`, { cause })
  }
}

/** The data under a key is not what was stored there. */
export class ContentDamaged extends Error {
  constructor(key: string, reason: string, cause?: unknown) {
    super(`The contents stored under ${key} are damaged: ${reason}`, { cause })
  }
}

/** The error while the storage is unavailable. */
export const storageUnavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The file storage cannot be reached at the moment. Try again shortly.', {
    cause,
    headers: { 'retry-after': '5' },
  })

/** How much of the start of contents is kept to detect their type. */
export const headLength = 16 * 1024

/** The chunks of a source; if it ends prematurely, that is the sender's fault, not the server's. */
export async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    // destroying a request would also close the connection needed for the error response
    yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', 'The file ended prematurely. Send it again.', { cause: error })
  }
}

/** The error for contents over the limit. */
export const tooLarge = (limit: number): AppError =>
  new AppError('too_large', `The file is larger than the ${limit} bytes that this server accepts.`)

/** The error for a full storage. */
export const storageFull = (cause: unknown): AppError =>
  new AppError(
    'insufficient_storage',
    'There is no space left to store the file. Tell the operator of this installation.',
    { cause },
  )
