// Connections kept between calls. Each is used by one call at a time, so that it is known whether a call used a new
// connection or one that the other side may have closed meanwhile.
import type { Client } from 'undici'

export interface ConnectionPool {
  /** A kept open connection to the origin, for exclusive use by the caller. */
  takeKept(url: URL): Client | undefined
  /** A new connection; `signal` aborts connecting. */
  open(url: URL, signal: AbortSignal): Promise<Client>
  /** Returns a connection: it is kept, or closed if it cannot be reused. */
  giveBack(url: URL, client: Client, fate: { readonly reusable: boolean }): void
  close(): Promise<void>
}

const keptPerOrigin = 64
const keptInAll = 1_024
// an origin that has not been called for so long gives its place to another
const idleMs = 4_000

/** A pool of connections created by `connect`. Unused ones are closed by their own keep-alive timeout. */
export function createConnectionPool(
  connect: (url: URL, signal: AbortSignal) => Promise<Client>,
): ConnectionPool {
  const kept: Kept = { byOrigin: new Map(), lastUse: new Map(), withSeveral: new Set(), count: 0 }
  return {
    takeKept(url) {
      for (let client = take(kept, url.origin); client; client = take(kept, url.origin)) {
        if (isOpen(client)) return client
        close(client)
      }
      return undefined
    },
    async open(url, signal) {
      const client = await connect(url, signal)
      // its keep-alive time has expired: origins no longer called use no memory
      client.on('disconnect', () => {
        if (remove(kept, url.origin, client)) close(client)
      })
      return client
    },
    giveBack(url, client, { reusable }) {
      const { origin } = url
      if (!reusable || !isOpen(client) || !makeSpace(kept, origin)) close(client)
      else add(kept, origin, client)
    },
    async close() {
      const clients = [...kept.byOrigin.values()].flat()
      kept.byOrigin.clear()
      kept.lastUse.clear()
      kept.withSeveral.clear()
      kept.count = 0
      await Promise.allSettled(clients.map((client) => client.destroy()))
    },
  }
}

const close = (client: Client) => void client.destroy().catch(() => undefined)

/** The connections that nobody uses at the moment. */
interface Kept {
  /** By origin, in the order in which connections were given back last. */
  readonly byOrigin: Map<string, Client[]>
  /** Real time, monotonic. */
  readonly lastUse: Map<string, number>
  /** Origins with more than one. */
  readonly withSeveral: Set<string>
  count: number
}

function noteChange(kept: Kept, origin: string, by: 1 | -1): void {
  const left = kept.byOrigin.get(origin)?.length ?? 0
  kept.count += by
  if (left > 1) kept.withSeveral.add(origin)
  else kept.withSeveral.delete(origin)
  if (left > 0) return
  kept.byOrigin.delete(origin)
  kept.lastUse.delete(origin)
}

function take(kept: Kept, origin: string): Client | undefined {
  const client = kept.byOrigin.get(origin)?.pop()
  if (client) noteChange(kept, origin, -1)
  return client
}

function add(kept: Kept, origin: string, client: Client): void {
  const clients = kept.byOrigin.get(origin) ?? []
  clients.push(client)
  kept.byOrigin.delete(origin)
  kept.byOrigin.set(origin, clients)
  kept.lastUse.set(origin, performance.now())
  noteChange(kept, origin, 1)
}

/** Whether it was one of them. */
function remove(kept: Kept, origin: string, client: Client): boolean {
  const clients = kept.byOrigin.get(origin)
  const place = clients?.indexOf(client) ?? -1
  if (!clients || place < 0) return false
  clients.splice(place, 1)
  noteChange(kept, origin, -1)
  return true
}

/**
 * Whether another one of the origin may be kept. When all places are taken, it takes that of an origin that has not
 * been called for a while, or, for its first, that of another's second. The others stay: when many are called in turn,
 * the one called longest ago is the next.
 */
function makeSpace(kept: Kept, origin: string): boolean {
  const own = kept.byOrigin.get(origin)?.length ?? 0
  if (own >= keptPerOrigin) return false
  if (kept.count < keptInAll) return true
  const [oldest = origin] = kept.byOrigin.keys()
  const [second] = kept.withSeveral
  const isIdle = performance.now() - (kept.lastUse.get(oldest) ?? 0) > idleMs
  const other = isIdle ? oldest : own === 0 ? second : undefined
  const given = other === undefined || other === origin ? undefined : take(kept, other)
  if (given) close(given)
  return given !== undefined
}

const isOpen = (client: Client) => !client.closed && !client.destroyed && client.stats.connected
