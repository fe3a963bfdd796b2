// How fast files of people without an account come in: read as fast as they can be sent, they would take the main
// thread from everybody else.
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../platform/errors.ts'

interface Pace {
  readonly bytesPerSecond: number
  readonly longestMs: number
}

const usualPace: Pace = { bytesPerSecond: 32 * 1024 * 1024, longestMs: 10_000 }

/**
 * What lets the bytes of all files come in at this pace, for one process: each piece waits for those before it. Throws
 * unavailable when one would have to wait longer than that.
 */
export function createPace({
  bytesPerSecond,
  longestMs,
}: Pace = usualPace): (bytes: number) => Promise<void> {
  let freeAt = 0
  return async (bytes) => {
    const now = performance.now()
    const wait = Math.max(0, freeAt - now)
    if (wait > longestMs) {
      throw new AppError(
        'unavailable',
        'Too many files are being checked at the moment. Try again shortly.',
        {
          headers: { 'retry-after': '10' },
        },
      )
    }
    freeAt = now + wait + (1_000 * bytes) / bytesPerSecond
    if (wait > 0) await pause(wait)
  }
}
