// The engine of one process: fans events out and delivers what is due, beside any number of other processes that do the same.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../platform/app.ts'
import { type Claimed, claimDue, releaseClaim } from './claim.ts'
import { deliver } from './deliver.ts'
import { fanOut } from './fan-out.ts'

// what a process sends at once, in all and for one subscription
const concurrent = 64
const concurrentPerSubscription = 8
const claimedPerSubscription = 4
// how long work waits that no signal of this process announced: that of other processes, retries, windows
const lookEveryMs = 250
const patienceMs = 8_000

export interface WebhookEngine {
  /** Takes nothing new and waits for the attempts under way, at most eight seconds; what is left is sent again later. */
  stop(): Promise<void>
}

/** Starts fanning out and delivering. Trouble with the database is waited out; nothing is lost by it. */
export function startWebhookEngine(app: App): WebhookEngine {
  const stopping = new AbortController()
  const sender = createSender(app)
  const loops = [
    loop(app, stopping.signal, app.signals.onEvents, async () => (await fanOut(app)) > 0),
    loop(app, stopping.signal, app.signals.onDeliveries, () => sender.sendSome()),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.race([
        Promise.all([...loops, sender.idle()]),
        pause(patienceMs, undefined, { ref: false }),
      ])
    },
  }
}

/** Works until there is nothing to do, then waits for a signal or for the next look. */
async function loop(
  app: App,
  signal: AbortSignal,
  onSignal: (listener: () => void) => void,
  work: () => Promise<boolean>,
): Promise<void> {
  let wake = () => {}
  let woken = false
  onSignal(() => {
    woken = true
    wake()
  })
  signal.addEventListener('abort', () => wake())
  while (!signal.aborted) {
    woken = false
    const more = await work().catch((error: unknown) => {
      app.log.warn({ err: error }, 'notifications wait: the database could not be worked with')
      return false
    })
    if (more || woken || signal.aborted) continue
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

interface Sender {
  /** Claims and begins to send what there is room for; answers whether there may be more to take at once. */
  sendSome(): Promise<boolean>
  /** Settles when nothing is being sent. */
  idle(): Promise<void>
}

function createSender(app: App): Sender {
  const sending = new Set<Promise<void>>()
  const bySubscription = new Map<number, number>()

  const send = (delivery: Claimed) => {
    const { subscriptionId } = delivery
    bySubscription.set(subscriptionId, (bySubscription.get(subscriptionId) ?? 0) + 1)
    const sent = attempt(app, delivery).finally(() => {
      sending.delete(sent)
      const left = (bySubscription.get(subscriptionId) ?? 1) - 1
      if (left > 0) bySubscription.set(subscriptionId, left)
      else bySubscription.delete(subscriptionId)
      // room again
      app.signals.deliveriesDue()
    })
    sending.add(sent)
  }

  return {
    async sendSome() {
      const total = concurrent - sending.size
      if (total <= 0) return false
      const mostBefore = concurrentPerSubscription - claimedPerSubscription
      const full = [...bySubscription].filter(([, count]) => count > mostBefore).map(([id]) => id)
      const claimed = await claimDue(app, { total, perSubscription: claimedPerSubscription, except: full })
      for (const delivery of claimed) send(delivery)
      return claimed.length > 0
    },
    async idle() {
      while (sending.size > 0) await Promise.all(sending)
    },
  }
}

async function attempt(app: App, delivery: Claimed): Promise<void> {
  try {
    await deliver(app, delivery)
  } catch (error) {
    app.log.warn(
      { err: error, delivery: delivery.id },
      'the outcome of a notification could not be stored; it is sent again',
    )
    await releaseClaim(app, delivery).catch(() => undefined)
  }
}

/** Fans out and delivers everything that is due now, one after another, for tests and commands. */
export async function runWebhooksOnce(app: App): Promise<void> {
  const room = { total: concurrent, perSubscription: claimedPerSubscription, except: [] }
  for (;;) {
    await fanOut(app)
    const claimed = await claimDue(app, room)
    if (claimed.length === 0) return
    await Promise.all(claimed.map((delivery) => deliver(app, delivery)))
  }
}
