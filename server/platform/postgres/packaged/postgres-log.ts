// Limits the size of the database's log: past the limit it is copied to `.1` and truncated.
import { copyFileSync, statSync, truncateSync } from 'node:fs'

const limit = 10 * 1024 * 1024
const intervalMs = 60_000

/** Watches the log until stopped. The server keeps writing to the same file, so it is truncated, not renamed. */
export function limitLogSize(file: string): { stop(): void } {
  const look = () => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= limit) return
      copyFileSync(file, `${file}.1`)
      truncateSync(file)
    } catch {
      // for example a full disk: the next attempt may succeed, and losing log is better than stopping the server
    }
  }
  look()
  const timer = setInterval(look, intervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
