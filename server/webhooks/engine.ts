// The engine of one process: fans events out and delivers what is due, beside any number of other processes that do the same.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../platform/app.ts'
import { type Claimed, claimDue } from './claim.ts'
import { deliver } from './deliver.ts'
import { fanOut } from './fan-out.ts'

// what a process sends at once, in all and for one subscription
const concurrent = 256
const concurrentPerSubscription = 8
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
      // first the loops: a claim under way still begins its sends
      const settled = Promise.all(loops).then(() => sender.idle())
      await Promise.race([settled, pause(patienceMs, undefined, { ref: false })])
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
  const bySubscription = new Map<number, Allowance>()

  const send = (delivery: Claimed) => {
    const { subscriptionId } = delivery
    const allowance = bySubscription.get(subscriptionId) ?? { used: 0, most: 1 }
    bySubscription.set(subscriptionId, { ...allowance, used: allowance.used + 1 })
    const sent = attempt(app, delivery).then((answered) => {
      sending.delete(sent)
      const { used, most } = bySubscription.get(subscriptionId) ?? { used: 1, most: 1 }
      const next = { used: used - 1, most: answered ? Math.min(most * 2, concurrentPerSubscription) : 1 }
      if (next.used === 0 && next.most === 1) bySubscription.delete(subscriptionId)
      else bySubscription.set(subscriptionId, next)
      // room again
      app.signals.deliveriesDue()
    })
    sending.add(sent)
  }

  return {
    async sendSome() {
      const total = concurrent - sending.size
      if (total <= 0) return false
      const full = [...bySubscription].filter(([, { used, most }]) => used >= most).map(([id]) => id)
      const claimed = await claimDue(app, { total, perSubscription: 1, except: full })
      for (const delivery of claimed) send(delivery)
      if (bySubscription.size > rememberedSubscriptions) forgetIdle(bySubscription)
      return claimed.length > 0
    },
    async idle() {
      while (sending.size > 0) await Promise.all(sending)
    },
  }
}

/**
 * How many attempts a subscription may have under way: one until its receiver has answered, twice as many after each
 * answer, and one again after a failure. Receivers that hang hold little of the room that way.
 */
interface Allowance {
  readonly used: number
  readonly most: number
}

const rememberedSubscriptions = 10_000

function forgetIdle(bySubscription: Map<number, Allowance>): void {
  for (const [id, { used }] of bySubscription) if (used === 0) bySubscription.delete(id)
}

/**
 * Whether the receiver answered. What could not be written down stays claimed until the lease runs out, and is sent again
 * then: not at once, because what failed for a reason would fail again and again.
 */
async function attempt(app: App, delivery: Claimed): Promise<boolean> {
  try {
    return await deliver(app, delivery)
  } catch (error) {
    app.log.warn(
      { err: error, delivery: delivery.id },
      'a notification waits: its outcome could not be stored',
    )
    return false
  }
}

/** Fans out and delivers everything that is due now, one after another, for tests and commands. */
export async function runWebhooksOnce(app: App): Promise<void> {
  const room = { total: concurrent, perSubscription: concurrentPerSubscription, except: [] }
  for (;;) {
    const fannedOut = await fanOut(app)
    const claimed = await claimDue(app, room)
    if (fannedOut === 0 && claimed.length === 0) return
    await Promise.all(claimed.map((delivery) => deliver(app, delivery)))
  }
}
