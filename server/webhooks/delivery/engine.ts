// The webhook engine of one process: fans out events and sends due deliveries, alongside any number of other processes.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { claimDeliveries, createDueScanner } from './claim-deliveries.ts'
import { beginAttempts, sendAttempt } from './attempts.ts'
import { fanOut } from './fan-out.ts'
import { recordOutcomes } from './attempt-outcome.ts'
import { createSender } from './sender.ts'

// how often to poll for work that no signal in this process announced: from other processes, retries, collection
// windows
const pollEveryMs = 250
// after a small batch wait briefly for more, so that a steady stream does not cost one query per event
const smallBatch = 50
const gatherMs = 10
const stopTimeoutMs = 8_000

export interface WebhookEngine {
  /** Stops claiming work and waits up to eight seconds for attempts in progress; anything left is sent again later. */
  stop(): Promise<void>
}

/** Starts fanning out and delivering. Database errors are retried; nothing is lost. */
export function startWebhookEngine(app: App): WebhookEngine {
  const stopping = new AbortController()
  const sender = createSender(app, () => app.signals.deliveriesDue())
  const loops = [
    runLoop(app, stopping.signal, app.signals.onEvents, () => fanOut(app)),
    runLoop(app, stopping.signal, app.signals.onDeliveries, () => sender.sendSome()),
  ]
  return {
    async stop() {
      stopping.abort()
      // loops first: a claim in progress still starts its attempts
      const settled = Promise.all(loops).then(() => sender.finish())
      await Promise.race([settled, pause(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** Works until there is nothing to do, then waits for a signal or the next poll. `work` returns how much it did. */
async function runLoop(
  app: App,
  stopping: AbortSignal,
  listen: (listener: () => void) => () => void,
  work: () => Promise<number>,
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
      app.log.warn({ err: error }, 'notifications are delayed: the database is not available')
      return 0
    })
    if (done > 0 && done < smallBatch) await pause(gatherMs)
    if (done > 0 || woken || stopping.aborted) continue
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

// for tests and commands: deliveries claimed per turn
const claimsPerTurn = 100

/** Fans out and delivers everything that is due now, turn by turn, for tests and commands. */
export async function runWebhooksOnce(app: App): Promise<void> {
  const scanDue = createDueScanner(app)
  for (;;) {
    const fannedOut = await fanOut(app)
    const waiting = await scanDue({ subscriptions: [], hosts: [] })
    const claimed = await claimDeliveries(
      app,
      waiting.map((each) => ({ ...each, limit: claimsPerTurn })),
    )
    if (fannedOut === 0 && claimed.length === 0) return
    const ready = await beginAttempts(app, claimed)
    await recordOutcomes(app, await Promise.all(ready.map((each) => sendAttempt(app, each))))
  }
}
