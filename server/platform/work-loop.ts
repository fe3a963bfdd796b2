// A loop that works on what is stored in the database, alongside those of other processes: woken by signals of this
// process, and at intervals for what no signal announced.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './app.ts'

// after a small batch wait briefly for more, so that a steady stream does not cost one query per event
const smallBatch = 50
const coalesceMs = 10

interface Work {
  /** What is delayed when it fails, as the log calls it. */
  readonly name: string
  readonly stopping: AbortSignal
  readonly pollEveryMs: number
  /** Calls back when there may be something to do; returns how to stop listening. */
  readonly listen: (listener: () => void) => () => void
  /** Does some of it, and returns how much. */
  readonly work: () => Promise<number>
  /** Whether to work again at once after so much was done; if not given, whenever something was. */
  readonly hasMore?: (done: number) => boolean
}

/** Works until there is nothing to do, then waits for a signal or the next poll; ends with `stopping`. */
export async function workLoop(
  app: Pick<App, 'log'>,
  { name, stopping, pollEveryMs, listen, work, hasMore = (done) => done > 0 }: Work,
): Promise<void> {
  let wake = () => {}
  let woken = false
  const stopListening = listen(() => {
    woken = true
    wake()
  })
  stopping.addEventListener('abort', () => wake())
  while (!stopping.aborted) {
    woken = false
    const done = await work().catch((error: unknown) => {
      app.log.warn({ err: error }, `${name} are delayed: the database is not available`)
      return undefined
    })
    if (done && done < smallBatch) await pause(coalesceMs)
    if ((done !== undefined && hasMore(done)) || woken || stopping.aborted) continue
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollEveryMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  stopListening()
}
