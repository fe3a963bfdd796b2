// Keeps the database's log from growing without end: past the limit it is copied to `.1` and begins anew.
import { copyFileSync, statSync, truncateSync } from 'node:fs'

const limit = 10 * 1024 * 1024
const intervalMs = 60_000

/** Watches the log until told to stop. The server goes on writing to the same file, so it is emptied, not renamed. */
export function keepLogSmall(file: string): { stop(): void } {
  const look = () => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= limit) return
      copyFileSync(file, `${file}.1`)
      truncateSync(file)
    } catch {
      // A full disk, for one: the next look may fare better, and the log is not worth the server.
    }
  }
  look()
  const timer = setInterval(look, intervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
