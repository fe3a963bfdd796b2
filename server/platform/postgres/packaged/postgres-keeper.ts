// Keeps the embedded database running: one that ends without having been asked to is started again, after growing pauses, and
// given up only when that fails again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresProcess } from './postgres-process.ts'

/** The server that runs, how to start another one in its place, and who is to be told. */
export interface Keeping {
  readonly first: PostgresProcess
  /** Throws when the server does not start. */
  readonly startAgain: () => Promise<PostgresProcess>
  readonly onProgress: ((message: string) => void) | undefined
  /** The database failed too often and is not started any more. */
  readonly onGivenUp: ((error: Error) => void) | undefined
}

/** How patiently it is kept; a test brings its own. */
export interface Patience {
  /** Starts that failed, and servers that ended soon after they had started, in a row. */
  readonly mostFailures: number
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly now: () => number
}

// with the pauses about four minutes
const patient: Patience = {
  mostFailures: 20,
  pause: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined),
  // real time: how long a server ran
  now: () => performance.now(),
}
const shortestPauseMs = 250
const longestPauseMs = 15_000
const soonMs = 60_000

/** Watches the server from now on. `stop` ends whichever one runs, or the attempts to start one. */
export function keepRunning(keeping: Keeping, patience: Patience = patient): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let server = keeping.first
  const keep = async () => {
    for (let failures = 0; ; ) {
      const startedAt = patience.now()
      await server.ended
      if (signal.aborted) return
      keeping.onProgress?.('The database has ended unexpectedly and is started again')
      failures = patience.now() - startedAt < soonMs ? failures + 1 : 0
      const started = await startPatiently(keeping, { patience, failures, signal })
      if (!started) return
      server = started.server
      failures = started.failures
      if (signal.aborted) return
      keeping.onProgress?.('The database is running again')
    }
  }
  const kept = keep().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    keeping.onGivenUp?.(
      new Error(`The database has failed too often and is not started again. ${reason}`, { cause: error }),
    )
  })
  return {
    async stop() {
      stopping.abort()
      await server.stop()
      await kept
      // one that came up in the meantime
      await server.stop()
    },
  }
}

interface Attempts {
  readonly patience: Patience
  /** Those in a row so far. */
  readonly failures: number
  readonly signal: AbortSignal
}

async function startPatiently(
  { startAgain, onProgress }: Keeping,
  { patience, failures: before, signal }: Attempts,
): Promise<{ readonly server: PostgresProcess; readonly failures: number } | undefined> {
  let failures = before
  for (let tries = before; ; tries++) {
    if (failures >= patience.mostFailures) throw new Error('It ended again and again.')
    if (tries > 0) await patience.pause(Math.min(shortestPauseMs * 2 ** (tries - 1), longestPauseMs), signal)
    if (signal.aborted) return undefined
    try {
      return { server: await startAgain(), failures }
    } catch (error) {
      // a full disk may take somebody hours to see to, and a new server process would have no more room
      if (!isDiskFull(error)) failures++
      if (failures >= patience.mostFailures) throw error
      onProgress?.(`The database could not be started and is tried again. ${String(error)}`)
    }
  }
}

const isDiskFull = (error: unknown) => /No space left on device|Disk quota exceeded/i.test(String(error))
