// The engine of one process: fans events out and delivers what is due, beside any number of other processes that do the same.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { claim, createLook } from './claim.ts'
import { beginAttempts, send } from './deliver.ts'
import { fanOut } from './fan-out.ts'
import { recordOutcomes } from './outcome.ts'
import { createSender } from './sender.ts'

// how long work waits that no signal of this process announced: that of other processes, retries, windows
const lookEveryMs = 250
// after few the next ones are let gather, so that a steady stream costs no look for each
const few = 50
const gatherMs = 10
const patienceMs = 8_000

export interface WebhookEngine {
  /** Takes nothing new and waits for the attempts under way, at most eight seconds; what is left is sent again later. */
  stop(): Promise<void>
}

/** Starts fanning out and delivering. Trouble with the database is waited out; nothing is lost by it. */
export function startWebhookEngine(app: App): WebhookEngine {
  const stopping = new AbortController()
  const sender = createSender(app, () => app.signals.deliveriesDue())
  const loops = [
    loop(app, stopping.signal, app.signals.onEvents, () => fanOut(app)),
    loop(app, stopping.signal, app.signals.onDeliveries, () => sender.sendSome()),
  ]
  return {
    async stop() {
      stopping.abort()
      // first the loops: a claim under way still begins its sends
      const settled = Promise.all(loops).then(() => sender.finish())
      await Promise.race([settled, pause(patienceMs, undefined, { ref: false })])
    },
  }
}

/** Works until there is nothing to do, then waits for a signal or for the next look. `work` answers how much it did. */
async function loop(
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
      app.log.warn({ err: error }, 'notifications wait: the database could not be worked with')
      return 0
    })
    if (done > 0 && done < few) await pause(gatherMs)
    if (done > 0 || woken || stopping.aborted) continue
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  stopListening()
}

// for tests and commands: what is claimed in one turn
const inOneTurn = 100

/** Fans out and delivers everything that is due now, one turn after another, for tests and commands. */
export async function runWebhooksOnce(app: App): Promise<void> {
  const look = createLook(app)
  for (;;) {
    const fannedOut = await fanOut(app)
    const waiting = await look({ subscriptions: [], hosts: [] })
    const claimed = await claim(
      app,
      waiting.map((each) => ({ ...each, most: inOneTurn })),
    )
    if (fannedOut === 0 && claimed.length === 0) return
    const ready = await beginAttempts(app, claimed)
    await recordOutcomes(app, await Promise.all(ready.map((each) => send(app, each))))
  }
}
