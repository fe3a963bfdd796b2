// Supervises the embedded database: if it exits unexpectedly it is restarted, with growing pauses, and given up only
// after repeated failures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresProcess } from './postgres-process.ts'

/** The running server, how to start another one in its place, and the callbacks. */
export interface Supervision {
  readonly first: PostgresProcess
  /** Throws if the server does not start. */
  readonly startAgain: () => Promise<PostgresProcess>
  readonly onProgress: ((message: string) => void) | undefined
  /** The database failed too often and will not be restarted. */
  readonly onGivenUp: ((error: Error) => void) | undefined
}

/** The limits of restarting; tests use their own. */
export interface RestartPolicy {
  /** Consecutive failed starts, and servers that exited soon after starting. */
  readonly maxFailures: number
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly now: () => number
}

// with the pauses about four minutes
const defaultPolicy: RestartPolicy = {
  maxFailures: 20,
  pause: (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined),
  // real time: how long a server ran
  now: () => performance.now(),
}
const shortestPauseMs = 250
const longestPauseMs = 15_000
const soonMs = 60_000

/** Supervises the server from now on. `stop` stops the running one, or the attempts to start one. */
export function superviseServer(
  supervision: Supervision,
  policy: RestartPolicy = defaultPolicy,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let server = supervision.first
  const keep = async () => {
    for (let failures = 0; ; ) {
      const startedAt = policy.now()
      await server.ended
      if (signal.aborted) return
      supervision.onProgress?.('The database has exited unexpectedly and is being restarted')
      failures = policy.now() - startedAt < soonMs ? failures + 1 : 0
      const started = await restartWithBackoff(supervision, { policy, failures, signal })
      if (!started) return
      server = started.server
      failures = started.failures
      if (signal.aborted) return
      supervision.onProgress?.('The database is running again')
    }
  }
  const kept = keep().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    supervision.onGivenUp?.(
      new Error(`The database has failed too often and will not be restarted. ${reason}`, { cause: error }),
    )
  })
  return {
    async stop() {
      stopping.abort()
      await server.stop()
      await kept
      // one that started in the meantime
      await server.stop()
    },
  }
}

interface Attempts {
  readonly policy: RestartPolicy
  /** Consecutive attempts so far. */
  readonly failures: number
  readonly signal: AbortSignal
}

async function restartWithBackoff(
  { startAgain, onProgress }: Supervision,
  { policy, failures: before, signal }: Attempts,
): Promise<{ readonly server: PostgresProcess; readonly failures: number } | undefined> {
  let failures = before
  for (let tries = before; ; tries++) {
    if (failures >= policy.maxFailures) throw new Error('It exited repeatedly.')
    if (tries > 0) await policy.pause(Math.min(shortestPauseMs * 2 ** (tries - 1), longestPauseMs), signal)
    if (signal.aborted) return undefined
    try {
      return { server: await startAgain(), failures }
    } catch (error) {
      // a full disk may take an operator hours to fix, and a new server process would have no more space
      if (!isDiskFull(error)) failures++
      if (failures >= policy.maxFailures) throw error
      onProgress?.(`The database could not be started; trying again. ${String(error)}`)
    }
  }
}

const isDiskFull = (error: unknown) => /No space left on device|Disk quota exceeded/i.test(String(error))
