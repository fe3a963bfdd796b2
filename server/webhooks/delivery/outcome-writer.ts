// Writing outcomes in batches: outcomes that arrive while one batch is being written go into the next.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { leaseMs } from './claim-deliveries.ts'
import { type Outcome, recordOutcomes } from './attempt-outcome.ts'

export interface OutcomeWriter {
  write(outcome: Outcome): void
  /** Settles when nothing is left to write. */
  idle(): Promise<void>
}

const maxBatch = 500
const coalesceMs = 10
const retryAfterMs = 250
// after that another process may have the delivery: the claim is older than the outcome
const giveUpAfterMs = leaseMs / 2

interface PendingOutcome {
  readonly outcome: Outcome
  /** Real time, monotonic. */
  readonly since: number
}

/**
 * Writes outcomes one batch at a time. A failed write is retried while its claim may still be valid; after that the
 * lease expires and the notification is sent again.
 */
export function createOutcomeWriter(app: App): OutcomeWriter {
  let pending: PendingOutcome[] = []
  let writing: Promise<void> | undefined

  const writeAll = async () => {
    while (pending.length > 0) {
      // nothing waits for an outcome, and each batch costs two statements and a commit
      await pause(coalesceMs)
      const batch = pending.splice(0, maxBatch)
      try {
        await recordOutcomes(
          app,
          batch.map(({ outcome }) => outcome),
        )
      } catch (error) {
        const young = batch.filter(({ since }) => performance.now() - since < giveUpAfterMs)
        app.log.warn(
          { err: error, given_up: batch.length - young.length },
          'outcomes of notifications could not be stored',
        )
        pending = [...young, ...pending]
        await pause(retryAfterMs)
      }
    }
    writing = undefined
  }

  return {
    write(outcome) {
      pending.push({ outcome, since: performance.now() })
      writing ??= writeAll()
    },
    async idle() {
      for (let current = writing; current; current = writing) await current
    },
  }
}
