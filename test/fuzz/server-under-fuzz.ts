// Starts the process of fuzzed-server.ts, asks it for its measures, and sends it raw requests.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Handover, Measured } from './fuzzed-server.ts'
import type { FuzzRequest } from './requests.ts'
import { endChild } from '../servers/end-child.ts'
import { cleanEnvironment } from '../servers/server-process.ts'

export interface Answer {
  /** 0 where the connection ended without an answer. */
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly bytes: number
}

export interface ServerUnderFuzz {
  send(sent: FuzzRequest, token: string | undefined): Promise<Answer>
  measure(question: 'turn' | 'memory'): Promise<Measured>
  running(): boolean
  stop(): Promise<void>
}

// only a server that hangs takes this long, on any machine
const patienceMs = 600_000

/** Starts it and waits until it listens. */
export async function startServerUnderFuzz(handover: Handover): Promise<ServerUnderFuzz> {
  const child = fork(fileURLToPath(new URL('fuzzed-server.ts', import.meta.url)), {
    execArgv: ['--expose-gc', '--max-old-space-size=512'],
    env: cleanEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send(handover)
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The server under test ended at its start, with ${String(code)}`)
    }),
  ])) as [number]
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  return {
    send: (sent, token) => send(sent, { port, agent, token }),
    async measure(question) {
      child.send(question)
      const [measured] = (await once(child, 'message')) as [Measured]
      return measured
    },
    running: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      agent.destroy()
      await endChild(child, () => child.connected && child.disconnect())
    },
  }
}

interface Connection {
  readonly port: number
  readonly agent: Agent
  readonly token: string | undefined
}

function send(
  { method, target, headers, body, sent }: FuzzRequest,
  { port, agent, token }: Connection,
): Promise<Answer> {
  const nothing: Answer = { status: 0, headers: {}, body: Buffer.alloc(0), bytes: 0 }
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      agent: sent === 'cut' ? false : agent,
      method,
      path: target,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-length': body.length } : {}),
      },
      signal: AbortSignal.timeout(patienceMs),
    })
    outgoing.on('response', (incoming) => {
      void readWhole(incoming).then(resolve, () => resolve(nothing))
    })
    // a server may answer and hang up while a refused body is still being sent
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.name === 'AbortError' ? reject(new Error('no answer')) : resolve(nothing),
    )
    if (body && sent === 'cut') {
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy())
    } else outgoing.end(body)
  })
}

async function readWhole(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes < 8_000_000) chunks.push(chunk)
    // a stream of events has no end: leaving the loop closes the connection
    if (incoming.headers['content-type']?.startsWith('text/event-stream')) break
  }
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks), bytes }
}
