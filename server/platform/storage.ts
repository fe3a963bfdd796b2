// Where file contents lie. Two kinds: a folder on disk, and an S3 bucket; nothing else in the server knows which.
import type { Readable } from 'node:stream'

/** What is known of contents once they are stored. */
export interface StoredContent {
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  /** The first bytes, enough to tell what kind of file it is. */
  readonly head: Buffer
}

export interface ByteRange {
  readonly start: number
  /** The last byte, included. */
  readonly end: number
}

export interface Storage {
  /**
   * Takes the whole stream in constant memory and answers when the bytes are safe (written through to the disk, or
   * acknowledged by the bucket). Keeps nothing when the stream breaks or is longer than `limit` (AppError too_large).
   */
  put(organisationId: number, source: Readable, limit: number): Promise<StoredContent>
  /** The contents under a key, whole or in part. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Forgets contents; no error when they are gone already. */
  remove(key: string): Promise<void>
  /** Every key whose contents were stored before `before`, in no order; and what broken transfers left behind goes. */
  keysOlderThan(before: Date): AsyncIterable<string>
  close(): Promise<void>
}
