// Connections that are kept between calls. Each is used by one call at a time, so that it is known whether a call went out
// on a new connection or on one that the other side may have closed meanwhile.
import type { Client } from 'undici'

export interface ConnectionPool {
  /** A kept connection to the origin that is still open, for the caller alone. */
  takeKept(url: URL): Client | undefined
  /** A new connection; `signal` ends the attempt to make it. */
  open(url: URL, signal: AbortSignal): Promise<Client>
  /** The caller is done: the connection is kept, or closed when it cannot be used again. */
  giveBack(url: URL, client: Client, fate: { readonly reusable: boolean }): void
  close(): Promise<void>
}

const keptPerOrigin = 64
const keptInAll = 1_024

/** A pool of connections that `connect` makes. What is kept and not used is closed by the connection's own keep-alive time. */
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

  /** Forgets a connection whose keep-alive time is over, so that origins that are no longer called take no memory. */
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
