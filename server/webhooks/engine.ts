// The engine of one process: fans events out and delivers what is due, beside any number of other processes that do the same.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../platform/app.ts'
import { claim, createLook, type Due } from './claim.ts'
import { beginAttempts, type Ready, send } from './deliver.ts'
import { fanOut } from './fan-out.ts'
import { noteAtWork } from './outage.ts'
import { createRoom, type Room } from './room.ts'

// how long work waits that no signal of this process announced: that of other processes, retries, windows
const lookEveryMs = 250
const noteEveryMs = 5_000
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
  stopping: AbortSignal,
  listen: (listener: () => void) => () => void,
  work: () => Promise<boolean>,
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
    const more = await work().catch((error: unknown) => {
      app.log.warn({ err: error }, 'notifications wait: the database could not be worked with')
      return false
    })
    if (more || woken || stopping.aborted) continue
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

interface Sender {
  /** Claims and begins to send what there is room for; answers whether there may be more to take at once. */
  sendSome(): Promise<boolean>
  /** Settles when nothing is being sent. */
  idle(): Promise<void>
}

function createSender(app: App): Sender {
  const sending = new Set<Promise<void>>()
  const room = createRoom()
  const look = createLook(app)
  let notedAt = -Infinity

  const begin = (ready: Ready, due: Due) => {
    room.begin(due)
    const sent = attempt(app, ready).then((acknowledged) => {
      sending.delete(sent)
      room.end(due, { acknowledged })
      app.signals.deliveriesDue()
    })
    sending.add(sent)
  }

  return {
    async sendSome() {
      // real time: how long this process has been silent
      if (performance.now() - notedAt > noteEveryMs) {
        const spread = await noteAtWork(app)
        if (spread > 0) app.log.info({ spread }, 'notifications that an outage held up are spread')
        notedAt = performance.now()
      }
      if (room.free() <= 0) return false
      return (await claimAndBegin(app, { room, look, begin })) > 0
    },
    async idle() {
      while (sending.size > 0) await Promise.all(sending)
    },
  }
}

interface Way {
  readonly room: Room
  readonly look: ReturnType<typeof createLook>
  readonly begin: (ready: Ready, due: Due) => void
}

/** Answers how many were claimed. */
async function claimAndBegin(app: App, { room, look, begin }: Way): Promise<number> {
  const due = room.choose(await look(room.full()))
  const claimed = await claim(app, due)
  const byKey = new Map(due.map((each) => [`${each.organisationId} ${each.id}`, each]))
  for (const ready of await beginAttempts(app, claimed)) {
    const own = byKey.get(`${ready.delivery.organisationId} ${ready.delivery.id}`)
    if (own) begin(ready, own)
  }
  return claimed.length
}

/**
 * Whether the receiver answered. What could not be written down stays claimed until the lease runs out, and is sent again
 * then: not at once, because what failed for a reason would fail again and again.
 */
async function attempt(app: App, ready: Ready): Promise<boolean> {
  try {
    return await send(app, ready)
  } catch (error) {
    app.log.warn(
      { err: error, delivery: ready.delivery.id },
      'a notification waits: its outcome could not be stored',
    )
    return false
  }
}

/** Fans out and delivers everything that is due now, one after another, for tests and commands. */
export async function runWebhooksOnce(app: App): Promise<void> {
  const look = createLook(app)
  for (;;) {
    const fannedOut = await fanOut(app)
    const claimed = await claim(app, await look({ subscriptions: [], hosts: [] }))
    if (fannedOut === 0 && claimed.length === 0) return
    const ready = await beginAttempts(app, claimed)
    await Promise.all(ready.map((each) => send(app, each)))
  }
}
