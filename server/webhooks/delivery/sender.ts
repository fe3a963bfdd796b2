// The sender of one process: claims what is due ahead of sending it, keeps what has been begun at hand, and begins an attempt
// whenever one ends, so that receivers and not the database set the pace.
import type { App } from '../../platform/app.ts'
import { claim, createLook } from './claim.ts'
import { beginAttempts, giveBack, type Ready, send } from './deliver.ts'
import { isAcknowledged } from './outcome.ts'
import { noteAtWork } from './outage.ts'
import { createOutcomeWriter, type OutcomeWriter } from './record-outcomes.ts'
import { createRoom, type Room } from './concurrency-limiter.ts'

export interface Sender {
  /** Claims and begins to send what there is room for; answers how many were claimed. */
  sendSome(): Promise<number>
  /** Sends nothing more, gives back what has not been sent, and settles when the outcomes of what has been are written down. */
  finish(): Promise<void>
}

const noteEveryMs = 5_000
// What has been begun and not sent by then is given back: who may be told was asked when it was begun.
const readyForMs = 500
const lookThroughReadyMs = 100

interface AtHand {
  readonly ready: Ready
  /** When it was asked who may be told. */
  readonly since: number
}

interface State {
  readonly app: App
  readonly room: Room
  readonly outcomes: OutcomeWriter
  /** What has been begun and not sent, by subscription. */
  readonly atHand: Map<number, AtHand[]>
  readonly sending: Set<Promise<void>>
  /** Called when there is room again for what probably waits. */
  readonly onRoom: () => void
  sendSoon: NodeJS.Immediate | undefined
  notedAt: number
  finished: boolean
}

/** A sender that has nothing under way; `onRoom` is called when it is worth calling `sendSome` again. */
export function createSender(app: App, onRoom: () => void): Sender {
  const look = createLook(app)
  const state: State = {
    app,
    room: createRoom(),
    outcomes: createOutcomeWriter(app),
    atHand: new Map(),
    sending: new Set(),
    onRoom,
    sendSoon: undefined,
    notedAt: -Infinity,
    finished: false,
  }
  const returning = setInterval(() => void giveBackUnsent(state, readyForMs), lookThroughReadyMs)
  return {
    async sendSome() {
      await note(state)
      const claimed = await claim(app, state.room.share(await look(state.room.full())))
      const since = performance.now()
      for (const ready of await beginAttempts(app, claimed)) {
        const { subscriptionId } = ready.delivery
        state.room.claimed(receiverOf(ready))
        state.atHand.set(subscriptionId, [...(state.atHand.get(subscriptionId) ?? []), { ready, since }])
      }
      sendAtHand(state)
      return claimed.length
    },
    async finish() {
      clearInterval(returning)
      state.finished = true
      const returned = giveBackUnsent(state, 0)
      await Promise.all(state.sending)
      await Promise.all([returned, state.outcomes.idle()])
    },
  }
}

async function note(state: State): Promise<void> {
  // real time: how long this process has been silent
  if (performance.now() - state.notedAt < noteEveryMs) return
  const spread = await noteAtWork(state.app)
  if (spread > 0) state.app.log.info({ spread }, 'notifications that an outage held up are spread')
  state.notedAt = performance.now()
}

const receiverOf = ({ delivery, recipient }: Ready) => ({
  subscriptionId: delivery.subscriptionId,
  host: recipient.host,
})

/** Sends one of each subscription, then a second one of each, and so on, as far as there is room. */
function sendAtHand(state: State): void {
  state.sendSoon = undefined
  for (let sent = true; sent && !state.finished; ) {
    sent = false
    for (const [subscriptionId, queue] of state.atHand) {
      const [first] = queue
      if (!first || !state.room.admits(receiverOf(first.ready))) continue
      queue.shift()
      if (queue.length === 0) state.atHand.delete(subscriptionId)
      begin(state, first.ready)
      sent = true
    }
  }
}

function begin(state: State, ready: Ready): void {
  const { app, room, outcomes, sending } = state
  const receiver = receiverOf(ready)
  room.begin(receiver)
  const sent = send(app, ready).then((outcome) => {
    const { answer } = outcome
    sending.delete(sent)
    outcomes.write(outcome)
    room.end(receiver, { acknowledged: isAcknowledged(answer), durationMs: answer.durationMs })
    // once for all that end in the same moment
    state.sendSoon ??= setImmediate(sendAtHand, state)
    if (room.hungers(receiver)) state.onRoom()
  })
  sending.add(sent)
}

/** Gives back what has been at hand for so long, so that it is asked again who may be told. */
async function giveBackUnsent({ app, room, atHand }: State, forMs: number): Promise<void> {
  const old: Ready[] = []
  for (const [subscriptionId, queue] of atHand) {
    // the oldest come first
    const young = queue.findIndex(({ since }) => performance.now() - since < forMs)
    const some = young === -1 ? queue.splice(0) : queue.splice(0, young)
    old.push(...some.map(({ ready }) => ready))
    if (queue.length === 0) atHand.delete(subscriptionId)
  }
  for (const ready of old) room.drop(receiverOf(ready))
  await giveBack(app, old).catch((error: unknown) => {
    // the lease ends by itself
    app.log.warn({ err: error }, 'claims could not be given back')
  })
}
