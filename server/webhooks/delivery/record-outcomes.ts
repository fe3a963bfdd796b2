// Writing outcomes down in batches: what ends while one batch is being written goes into the next one.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { leaseMs } from './claim.ts'
import { type Outcome, recordOutcomes } from './outcome.ts'

export interface OutcomeWriter {
  write(outcome: Outcome): void
  /** Settles when nothing is left to write. */
  idle(): Promise<void>
}

const mostAtOnce = 500
const againAfterMs = 250
// after that somebody else may have the delivery: the claim is older than the outcome
const patienceMs = leaseMs / 2

interface Kept {
  readonly outcome: Outcome
  /** Real time, which only moves on. */
  readonly since: number
}

/**
 * Writes outcomes one batch after another. What cannot be written is tried again while its claim may still stand; after that the lease
 * runs out, and the notification is sent again.
 */
export function createOutcomeWriter(app: App): OutcomeWriter {
  let kept: Kept[] = []
  let writing: Promise<void> | undefined

  const writeAll = async () => {
    // what ends in the same moment goes together
    await pause(1)
    while (kept.length > 0) {
      const batch = kept.splice(0, mostAtOnce)
      try {
        await recordOutcomes(
          app,
          batch.map(({ outcome }) => outcome),
        )
      } catch (error) {
        const young = batch.filter(({ since }) => performance.now() - since < patienceMs)
        app.log.warn({ err: error, given_up: batch.length - young.length }, 'outcomes could not be stored')
        kept = [...young, ...kept]
        await pause(againAfterMs)
      }
    }
    writing = undefined
  }

  return {
    write(outcome) {
      kept.push({ outcome, since: performance.now() })
      writing ??= writeAll()
    },
    async idle() {
      for (let current = writing; current; current = writing) await current
    },
  }
}
