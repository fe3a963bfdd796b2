// Pieces of a file as one, on the main thread. Using new memory for the first time takes up to 6 ms of the processor
// for each megabyte, so that copying a file at once would keep everybody waiting.
import { createYielder } from './yield-event-loop.ts'

/** The pieces as one buffer, in memory of its own. */
export async function joinBytes(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((size, { length }) => size + length, 0))
  const turn = createYielder()
  let at = 0
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += atOnce) {
      whole.set(piece.subarray(from, from + atOnce), at + from)
      await turn()
    }
    at += piece.length
  }
  return whole
}

const atOnce = 256 * 1024

/** All that the stream gives, as one. */
export async function readBytes(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return joinBytes(pieces)
}
