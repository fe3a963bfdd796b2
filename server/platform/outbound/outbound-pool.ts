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

/** A pool of connections created by `connect`. Unused ones are closed by their own keep-alive timeout. */
export function createConnectionPool(
  connect: (url: URL, signal: AbortSignal) => Promise<Client>,
): ConnectionPool {
  const kept = new Map<string, Client[]>()
  let count = 0

  const takeKept = (url: URL): Client | undefined => {
    const clients = kept.get(url.origin) ?? []
    while (clients.length > 0) {
      const client = clients.pop()
      count -= 1
      if (clients.length === 0) kept.delete(url.origin)
      if (client && isOpen(client)) return client
      client?.destroy().catch(() => undefined)
    }
    return undefined
  }

  /** Removes a connection whose keep-alive time has expired, so that origins no longer called use no memory. */
  const forget = (origin: string, client: Client) => {
    const clients = kept.get(origin)
    const place = clients?.indexOf(client) ?? -1
    if (!clients || place < 0) return
    clients.splice(place, 1)
    count -= 1
    if (clients.length === 0) kept.delete(origin)
    client.destroy().catch(() => undefined)
  }

  return {
    takeKept,
    async open(url, signal) {
      const client = await connect(url, signal)
      client.on('disconnect', () => forget(url.origin, client))
      return client
    },
    giveBack(url, client, { reusable }) {
      const clients = kept.get(url.origin) ?? []
      if (!reusable || !isOpen(client) || clients.length >= keptPerOrigin || count >= keptInAll) {
        client.destroy().catch(() => undefined)
        return
      }
      clients.push(client)
      kept.set(url.origin, clients)
      count += 1
    },
    async close() {
      const clients = [...kept.values()].flat()
      kept.clear()
      count = 0
      await Promise.allSettled(clients.map((client) => client.destroy()))
    },
  }
}

const isOpen = (client: Client) => !client.closed && !client.destroyed && client.stats.connected
