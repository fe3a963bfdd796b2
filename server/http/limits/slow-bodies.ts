// Minimum rate of request bodies, including files: a connection that trickles bytes would hold memory and a file handle
// for nothing. Only what the caller sends counts; while the server itself is not reading, no caller is late.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../../platform/installation/log.ts'
import type { Server } from '../route.ts'

// long enough for a phone that changes networks
const windowMs = 30_000
const sweepMs = 5_000

interface Options {
  /** Bytes per second, in each window. */
  readonly minimumRate: number
  readonly log: Pick<Logger, 'info'>
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number
}

export interface BodyWatch {
  /** Watches the body of a request until it is complete. */
  add(request: IncomingMessage, response: ServerResponse): void
  /** Aborts the requests whose bodies arrive too slowly. */
  sweep(): void
}

/** Aborts every request, with 408, whose body arrives too slowly. */
export function rejectSlowBodies(server: Server, minimumRate: number): void {
  if (minimumRate === 0) return
  const watch = createBodyWatch({ minimumRate, log: server.log })
  server.server.on('request', watch.add)
  const timer = setInterval(watch.sweep, sweepMs).unref()
  server.addHook('onClose', async () => clearInterval(timer))
}

interface Watched {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** When the window began, and the bytes the connection had received by then. */
  since: number
  bytes: number
}

/** The rule on its own; `sweep` must be called every few seconds. */
export function createBodyWatch({
  minimumRate,
  log,
  monotonic = () => performance.now(),
}: Options): BodyWatch {
  const all = new Set<Watched>()
  const minBytes = (minimumRate * windowMs) / 1_000
  return {
    add(request, response) {
      if (!hasBody(request)) return
      const watched = { request, response, since: monotonic(), bytes: request.socket.bytesRead }
      all.add(watched)
      request.once('close', () => all.delete(watched))
    },
    sweep() {
      const now = monotonic()
      for (const watched of all) {
        const { request, response } = watched
        const { bytesRead } = request.socket
        if (request.complete || request.socket.destroyed) {
          all.delete(watched)
          continue
        }
        // there is unread data: the server is late, not the caller
        const isOurs = request.readableLength > 0
        if (!isOurs && now - watched.since < windowMs) continue
        if (!isOurs && bytesRead - watched.bytes < minBytes) {
          all.delete(watched)
          log.info(
            { bytes: bytesRead - watched.bytes, seconds: windowMs / 1_000 },
            'a body arrived too slowly',
          )
          end(request.socket, response, minimumRate)
          continue
        }
        watched.since = now
        watched.bytes = bytesRead
      }
    },
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Responds directly, because the framework is still waiting for the body, and closes the connection. */
function end(socket: Socket, response: ServerResponse, minimumRate: number): void {
  if (!response.headersSent && socket.writable) {
    const body = JSON.stringify({
      type: 'about:blank',
      title: 'Request Timeout',
      status: 408,
      detail: `The body arrived too slowly: the minimum is ${minimumRate} bytes a second. Send it again over a better connection.`,
    })
    const head = [
      'HTTP/1.1 408 Request Timeout',
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}
