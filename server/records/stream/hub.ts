// The open streams of one process: one reader of events for all of them, with a fixed number of statements a second
// however many streams are open. Other processes have their own; what happened anywhere is in the database.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Change } from './change.ts'
import { changesFor, currentPosition, readEvents } from './read-changes.ts'

/** One open stream. */
interface Listener {
  readonly actor: Pick<Actor, 'userId' | 'organisationIds'>
  /** Changes that the person may know of, and the position to go on from. */
  send(changes: readonly Change[], position: number): void
  /** More happened than could be sent: everything has to be read again. */
  reset(position: number): void
  /** The server goes, or the person may not listen any more. */
  end(): void
}

export interface Hub {
  /** Calls the listener with everything from now on, until the returned function is called. */
  add(listener: Listener): () => void
  /** How many streams a person has open here, and how many there are in all. */
  count(userId: string): { readonly own: number; readonly all: number }
  close(): void
}

const pollEveryMs = 1_000
// several changes in a row are read at once
const coalesceMs = 100
const eventsAtOnce = 2_000
// longer than a transaction takes: an id smaller than the last one may be committed until then
const settledAfterMs = 60_000

interface State {
  readonly listeners: Set<Listener>
  window: EventWindow | undefined
  /** As of the last look: somebody put on a record of another organisation hears of it from then on. */
  organisationsOf: ReadonlyMap<string, readonly number[]>
}

/** The hub of a process; it reads nothing while nobody listens. */
export function createHub(app: App): Hub {
  const state: State = { listeners: new Set(), window: undefined, organisationsOf: new Map() }
  const { listeners } = state
  let timer: NodeJS.Timeout | undefined
  let reading = false
  const schedule = (afterMs: number) => {
    clearTimeout(timer)
    if (listeners.size > 0) timer = setTimeout(() => void poll(), afterMs)
  }
  const stopListening = app.signals.onEvents(() => {
    if (!reading) schedule(coalesceMs)
  })
  async function poll(): Promise<void> {
    if (reading) return
    reading = true
    try {
      if (app.stopping()) endAll(state)
      else await notify(app, state)
    } catch (error) {
      app.log.warn({ err: error }, 'the stream of changes is delayed: the database is not available')
    } finally {
      reading = false
      schedule(pollEveryMs)
    }
  }
  return {
    add(listener) {
      listeners.add(listener)
      // its first look shows where it stands
      schedule(0)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        state.window = undefined
      }
    },
    count: (userId) => ({
      own: Array.from(listeners).filter(({ actor }) => actor.userId === userId).length,
      all: listeners.size,
    }),
    close() {
      stopListening()
      endAll(state)
      clearTimeout(timer)
    },
  }
}

function endAll({ listeners }: State): void {
  for (const each of listeners) each.end()
}

/** Sends every listener what happened since the last look. */
async function notify(app: App, state: State): Promise<void> {
  const window = state.window ?? createWindow(await currentPosition(app.db))
  // before the first look everything is known that was committed by then
  const from = state.window ? 0 : app.clock.now().getTime() - settledAfterMs
  state.window = window
  const present = Array.from(state.listeners)
  const organisationIds = present.flatMap(
    ({ actor }) => state.organisationsOf.get(actor.userId) ?? actor.organisationIds,
  )
  const { ids, events } = await readEvents(app, {
    organisationIds: [...new Set(organisationIds)],
    after: window.position(),
    limit: eventsAtOnce,
  })
  if (ids.length === eventsAtOnce) {
    state.window = createWindow(await currentPosition(app.db))
    for (const each of present) each.reset(state.window.position())
    return
  }
  const news = events.filter(({ id, at }) => !window.has(id) && at.getTime() >= from)
  const userIds = present.map(({ actor }) => actor.userId)
  const { people, of } = await changesFor(app, userIds, news)
  // after they could be read: what fails is sent with the next look
  for (const id of ids) window.add(id)
  state.organisationsOf = new Map(people.map((person) => [person.userId, person.organisationIds]))
  const position = window.position()
  for (const each of present) {
    if (!state.organisationsOf.has(each.actor.userId)) each.end()
    else each.send(of(each.actor.userId), position)
  }
}

interface EventWindow {
  has(id: number): boolean
  add(id: number): void
  /** Everything up to it has been seen, and nothing more will come. */
  position(): number
}

/** The events that were seen after a position that follows behind. */
function createWindow(start: number): EventWindow {
  let settled = start
  // real time: how long transactions take
  const seen = new Map<number, number>()
  return {
    has: (id) => seen.has(id),
    add(id) {
      if (!seen.has(id)) seen.set(id, performance.now())
    },
    position() {
      const before = performance.now() - settledAfterMs
      for (const [id, at] of seen) if (at < before && id > settled) settled = id
      for (const id of seen.keys()) if (id <= settled) seen.delete(id)
      return settled
    },
  }
}
