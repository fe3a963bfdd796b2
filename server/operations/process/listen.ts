// The addresses a server process listens on, and how it closes them: it accepts nothing new and finishes requests in
// progress.
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../http/route.ts'

/** A server that accepts requests. */
export interface Listener {
  /** Waits up to this long for requests in progress, then closes the remaining connections. */
  close(timeoutMs: number): Promise<void>
}

/**
 * Listens on the host and port; for the host `loopback` on both loopback addresses, if the machine has them. Throws an
 * error for the operator if the address is not available.
 */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  const [first = host, ...others] = hostsOf(host)
  try {
    await server.listen({ host: first, port })
    const seconds = await Promise.all(others.map((each) => listenAlso(server.server, each, port)))
    const sockets = [server.server, ...seconds.filter((second) => second !== undefined)]
    return { close: (timeoutMs) => close(server, sockets, timeoutMs) }
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port)
  }
}

/** Throws a readable error if the address cannot be listened on; returns the port, which is a free one for port 0. */
export async function checkAddress({ host, port }: { host: string; port: number }): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(port, hostsOf(host)[0])
    await once(probe, 'listening')
    return (probe.address() as { port: number }).port
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port)
  } finally {
    probe.close()
  }
}

// Not the name `localhost`, which some machines resolve to only one of the two.
function hostsOf(host: string): readonly string[] {
  return host === 'loopback' || host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

// Forwards every request to the first server, which has the routes. Machines without IPv6 are served without it.
async function listenAlso(first: HttpServer, host: string, port: number): Promise<HttpServer | undefined> {
  const second = createServer({
    keepAliveTimeout: first.keepAliveTimeout,
    requestTimeout: first.requestTimeout,
    headersTimeout: first.headersTimeout,
    connectionsCheckingInterval: 5_000,
  })
  second.setTimeout(first.timeout)
  second.on('request', (request, response) => first.emit('request', request, response))
  second.on('clientError', (error, socket) => first.emit('clientError', error, socket))
  try {
    second.listen(port, host)
    await once(second, 'listening')
    return second
  } catch (error) {
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

async function close(server: Server, sockets: readonly HttpServer[], timeoutMs: number): Promise<void> {
  const [, ...seconds] = sockets
  const closed = Promise.all([
    server.close(),
    ...seconds.map((second) => new Promise((resolve) => second.close(resolve))),
  ])
  // A keep-alive connection becomes idle only once its request is answered.
  const sweep = setInterval(() => sockets.forEach((each) => each.closeIdleConnections()), 20)
  const over = new AbortController()
  const cut = sleep(timeoutMs, undefined, { signal: over.signal }).then(
    () => sockets.forEach((each) => each.closeAllConnections()),
    () => undefined,
  )
  await closed
  clearInterval(sweep)
  over.abort()
  await cut
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
        { cause: error },
      )
    case 'EACCES':
      return new Error(
        `This user may not listen on port ${port}. Choose a port above 1023, such as PORT=8080.`,
        { cause: error },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(
        `HOST is ${host}, which is not an address of this machine. Remove it, or set 0.0.0.0.`,
        {
          cause: error,
        },
      )
    default:
      return error
  }
}
