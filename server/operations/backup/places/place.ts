// A place where backups are stored: what folders and buckets have in common.
import type { Readable } from 'node:stream'

/** An object in a place. */
export interface Entry {
  readonly name: string
  readonly size: number
  readonly modifiedAt: Date
}

export interface Place {
  /** The address as the operator writes it. */
  readonly address: string
  /** Stores an object atomically, replacing one with the same name. */
  put(name: string, source: Buffer | Readable): Promise<void>
  /** Throws NotInPlace if there is no such object. */
  get(name: string): Promise<Readable>
  /** All objects whose name starts with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<Entry>
  /** No error if it is already gone. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** An object that should be in the place is missing. */
export class NotInPlace extends Error {
  constructor(name: string, cause?: unknown) {
    super(`${name} is missing`, { cause })
  }
}
