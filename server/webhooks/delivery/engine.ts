// The webhook engine of one process: fans out events and sends due deliveries, alongside any number of other processes.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { workLoop } from '../../platform/work-loop.ts'
import { claimDeliveries, createDueScanner } from './claim-deliveries.ts'
import { beginAttempts, sendAttempt } from './attempts.ts'
import { fanOut } from './fan-out.ts'
import { recordOutcomes } from './attempt-outcome.ts'
import { createSender } from './sender.ts'

// for what no signal in this process announced: events of other processes, retries, collection windows
const pollEveryMs = 250
const stopTimeoutMs = 8_000

export interface WebhookEngine {
  /** Stops claiming work and waits up to eight seconds for attempts in progress; anything left is sent again later. */
  stop(): Promise<void>
}

/** Starts fanning out and delivering. Database errors are retried; nothing is lost. */
export function startWebhookEngine(app: App): WebhookEngine {
  const stopping = new AbortController()
  const sender = createSender(app, () => app.signals.deliveriesDue())
  const shared = { name: 'notifications', stopping: stopping.signal, pollEveryMs }
  const loops = [
    workLoop(app, { ...shared, listen: app.signals.onEvents, work: () => fanOut(app) }),
    workLoop(app, {
      ...shared,
      listen: app.signals.onDeliveries,
      work: () => sender.sendSome(),
      hasMore: (claimed) => sender.hasMore(claimed),
    }),
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
