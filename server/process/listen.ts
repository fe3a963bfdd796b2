// The addresses a server process listens on, and how it leaves them: nothing new is taken, what is under way is finished.
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../http/route.ts'

/** A server that takes requests. */
export interface Listening {
  /** Lets the requests under way finish, as far as they do within the time, then cuts what is left. */
  close(patienceMs: number): Promise<void>
}

/**
 * Listens on the host and port; on both loopback addresses for the host `loopback`, as far as the machine has them. Throws
 * with words for the operator when the address cannot be had.
 */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const [first = host, ...others] = hostsOf(host)
  try {
    await server.listen({ host: first, port })
    const twins = await Promise.all(others.map((each) => listenToo(server.server, each, port)))
    const sockets = [server.server, ...twins.filter((twin) => twin !== undefined)]
    return { close: (patienceMs) => close(server, sockets, patienceMs) }
  } catch (error) {
    throw inWords(error as NodeJS.ErrnoException, host, port)
  }
}

/** Throws, in words, when the address cannot be listened on; answers the port, which is a free one for port 0. */
export async function checkAddress({ host, port }: { host: string; port: number }): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(port, hostsOf(host)[0])
    await once(probe, 'listening')
    return (probe.address() as { port: number }).port
  } catch (error) {
    throw inWords(error as NodeJS.ErrnoException, host, port)
  } finally {
    probe.close()
  }
}

// Not the name `localhost`, which some machines resolve to one of the two only.
function hostsOf(host: string): readonly string[] {
  return host === 'loopback' || host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

// Hands every request to the first server, which knows the routes. Machines without IPv6 do without it.
async function listenToo(first: HttpServer, host: string, port: number): Promise<HttpServer | undefined> {
  const twin = createServer({
    keepAliveTimeout: first.keepAliveTimeout,
    requestTimeout: first.requestTimeout,
    headersTimeout: first.headersTimeout,
    connectionsCheckingInterval: 5_000,
  })
  twin.setTimeout(first.timeout)
  twin.on('request', (request, response) => first.emit('request', request, response))
  twin.on('clientError', (error, socket) => first.emit('clientError', error, socket))
  try {
    twin.listen(port, host)
    await once(twin, 'listening')
    return twin
  } catch (error) {
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

async function close(server: Server, sockets: readonly HttpServer[], patienceMs: number): Promise<void> {
  const [, ...twins] = sockets
  const closed = Promise.all([
    server.close(),
    ...twins.map((twin) => new Promise((resolve) => twin.close(resolve))),
  ])
  // A connection that is kept alive becomes idle only once its request is answered.
  const sweep = setInterval(() => sockets.forEach((each) => each.closeIdleConnections()), 20)
  const over = new AbortController()
  const cut = sleep(patienceMs, undefined, { signal: over.signal }).then(
    () => sockets.forEach((each) => each.closeAllConnections()),
    () => undefined,
  )
  await closed
  clearInterval(sweep)
  over.abort()
  await cut
}

function inWords(error: NodeJS.ErrnoException, host: string, port: number): Error {
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
        `HOST is ${host}, and that is no address of this machine. Leave it out, or set 0.0.0.0.`,
        {
          cause: error,
        },
      )
    default:
      return error
  }
}
