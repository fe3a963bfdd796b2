// Bodies must arrive at a minimum rate, files too: a connection that sends a byte now and then holds memory and a file handle for
// nothing. What counts is what the caller sends; while the server itself does not read on, nobody is late.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../../platform/installation/log.ts'
import type { Server } from '../route.ts'

// long enough for a phone that changes its network
const windowMs = 30_000
const sweepMs = 5_000

interface Options {
  /** Bytes a second, over each window. */
  readonly minimumRate: number
  readonly log: Pick<Logger, 'info'>
  /** Milliseconds that only move on. */
  readonly monotonic?: () => number
}

export interface BodyWatch {
  /** Watches the body of a request until it is complete. */
  add(request: IncomingMessage, response: ServerResponse): void
  /** Ends the requests whose bodies arrive too slowly. */
  sweep(): void
}

/** Has every request to the server end, with 408, when its body arrives too slowly. */
export function endSlowBodies(server: Server, minimumRate: number): void {
  if (minimumRate === 0) return
  const watch = createBodyWatch({ minimumRate, log: server.log })
  server.server.on('request', watch.add)
  const timer = setInterval(watch.sweep, sweepMs).unref()
  server.addHook('onClose', async () => clearInterval(timer))
}

interface Watched {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** When the window began, and what the connection had brought by then. */
  since: number
  bytes: number
}

/** The rule by itself; `sweep` is to be called every few seconds. */
export function createBodyWatch({
  minimumRate,
  log,
  monotonic = () => performance.now(),
}: Options): BodyWatch {
  const all = new Set<Watched>()
  const least = (minimumRate * windowMs) / 1_000
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
        // there is something that nobody has read yet: the server is late, not the caller
        const isOurs = request.readableLength > 0
        if (!isOurs && now - watched.since < windowMs) continue
        if (!isOurs && bytesRead - watched.bytes < least) {
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

/** Answers past the framework, which still waits for the body, and ends the connection. */
function end(socket: Socket, response: ServerResponse, minimumRate: number): void {
  if (!response.headersSent && socket.writable) {
    const body = JSON.stringify({
      type: 'about:blank',
      title: 'Request Timeout',
      status: 408,
      detail: `The body arrived too slowly: ${minimumRate} bytes a second are the least. Send it again over a better connection.`,
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
