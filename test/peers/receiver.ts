// A real HTTPS server that receives notifications: records each request byte for byte and answers as the test says.
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type SelfSigned, selfSignedCertificate } from '../../server/platform/outbound/self-signed.ts'

export interface ReceivedRequest {
  readonly method: string
  /** The request target as it came in, one character a byte. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** When its body had arrived, in real time. */
  readonly at: number
}

/**
 * What to do with a request: a status, a status after some time, never an answer, or anything with the response itself.
 */
type Reaction =
  | number
  | 'hang'
  | { readonly status: number; readonly afterMs: number }
  | ((response: ServerResponse, request: ReceivedRequest) => void)

export interface Receiver {
  /** `https://localhost:<port>`, without a slash at the end. */
  readonly url: string
  readonly port: number
  readonly certificate: SelfSigned
  readonly requests: ReceivedRequest[]
  /** Connections made so far. */
  connections(): number
  /** Requests whose answer is still due, and the most there were at once. */
  readonly open: { now: number; most: number }
  /** Answers from now on; a function chooses for each request. */
  react(reaction: Reaction | ((request: ReceivedRequest) => Reaction)): void
  /** Forgets what was recorded. */
  clear(): void
  close(): Promise<void>
}

interface ReceiverOptions extends ServerOptions {
  readonly certificate?: SelfSigned
  readonly port?: number
}

/** Starts a receiver on 127.0.0.1 that answers 204 until told otherwise. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { certificate = selfSignedCertificate(), port = 0, ...serverOptions } = options
  const requests: ReceivedRequest[] = []
  const open = { now: 0, most: 0 }
  const sockets = new Set<Duplex>()
  let connections = 0
  let choose: (request: ReceivedRequest) => Reaction = () => 204

  const server: Server = createServer({ ...certificate, ...serverOptions }, (message, response) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    response.on('close', () => (open.now -= 1))
    read(message).then(
      (request) => {
        requests.push(request)
        perform(choose(request), response, request)
      },
      () => response.destroy(),
    )
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const listening = (server.address() as AddressInfo).port
  return {
    url: `https://localhost:${listening}`,
    port: listening,
    certificate,
    requests,
    open,
    connections: () => connections,
    react(reaction) {
      choose =
        typeof reaction === 'function' && reaction.length < 2
          ? (reaction as (request: ReceivedRequest) => Reaction)
          : () => reaction as Reaction
    },
    clear() {
      requests.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function read(message: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    headers: message.headers as Record<string, string>,
    body: Buffer.concat(chunks),
    at: Date.now(),
  }
}

function perform(reaction: Reaction, response: ServerResponse, request: ReceivedRequest): void {
  if (reaction === 'hang') return
  if (typeof reaction === 'function') return reaction(response, request)
  const { status, afterMs } = typeof reaction === 'number' ? { status: reaction, afterMs: 0 } : reaction
  const answer = () => void response.writeHead(status).end()
  if (afterMs === 0) answer()
  else setTimeout(answer, afterMs)
}
