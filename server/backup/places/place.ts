// Where backups are kept: what a folder and a bucket have in common.
import type { Readable } from 'node:stream'

/** Something that lies in a place. */
export interface Entry {
  readonly name: string
  readonly size: number
  readonly modifiedAt: Date
}

export interface Place {
  /** How a person calls it. */
  readonly address: string
  /** Stores an object whole or not at all, in place of one with the same name. */
  put(name: string, source: Buffer | Readable): Promise<void>
  /** Throws NotInPlace when there is no such object. */
  get(name: string): Promise<Readable>
  /** Everything whose name begins so, in no order. */
  list(prefix: string): AsyncIterable<Entry>
  /** No error when it is gone already. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** An object that ought to be in the place is not there. */
export class NotInPlace extends Error {
  constructor(name: string, cause?: unknown) {
    super(`${name} is missing`, { cause })
  }
}
