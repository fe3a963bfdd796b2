// What documents can do to a thread, for tests of the document workers.
import { AppError } from '../../server/platform/errors.ts'

/** Returns what it was given, backwards. */
export const reverse = (text: string): string => text.split('').toReversed().join('')

/** Counts bytes. */
export const sizeOf = (bytes: Uint8Array): number => bytes.length

/** Returns bytes. */
export const bytesOf = (length: number): { readonly bytes: Uint8Array } => ({
  bytes: new Uint8Array(length).fill(7),
})

/** Refuses, as something that reads a document does. */
export function refuse(message: string): never {
  throw new AppError('too_large', message, { errors: { document: [message] } })
}

/** Never ends. */
export function spin(): never {
  for (;;);
}

/** Keeps its thread for a while, without work. */
export const hold = (milliseconds: number): string =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Takes all the memory there is. */
export function hoard(): number {
  const kept: object[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})))
}

/** Is nested deeper than the stack. */
export const nest = (depth: number): number => (depth === 0 ? 0 : 1 + nest(depth - 1))

/** Takes its thread with it. */
export const leave = (): never => process.exit(3)

/** Has a mistake in it. */
export function fail(): never {
  throw new TypeError('A mistake of the program')
}

/** Keeps more and more bytes outside the heap, in pieces of so many megabytes. */
export async function fill(megabytes: number): Promise<number> {
  const kept: Uint8Array[] = []
  while (kept.length < 200) {
    kept.push(new Uint8Array(megabytes * 1024 * 1024).fill(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return kept.length
}
