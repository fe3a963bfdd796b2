// The surroundings of a production server, for a test: a TLS proxy in front, a mail server behind, and its command
// line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { databaseName, databaseRole } from '../../server/platform/postgres/packaged/postgres-cluster.ts'
import { postgresPort, readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import type { SelfSigned } from '../../server/platform/outbound/self-signed.ts'
import { cleanEnvironment } from '../servers/server-process.ts'

export interface Proxy {
  /** `https://localhost:<port>` */
  readonly url: string
  /** Where requests are forwarded; nowhere until set. */
  target: number
  close(): Promise<void>
}

/** A reverse proxy as shown in docs/operating.md: TLS outside, http inside, passing on the caller's address. */
export async function startProxy({ cert, key }: SelfSigned): Promise<Proxy> {
  const server: Server = createServer({ cert, key }, (message, answer) => {
    const inner = httpRequest(
      {
        host: '127.0.0.1',
        port: proxy.target,
        method: message.method,
        path: message.url,
        headers: {
          ...message.headers,
          'x-forwarded-for': message.socket.remoteAddress ?? '',
          'x-forwarded-proto': 'https',
        },
      },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
        answered.pipe(answer)
      },
    )
    inner.on('error', () => answer.writableEnded || answer.writeHead(502).end())
    message.pipe(inner)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    target: 0,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}

/** A mail server that stores what it receives. */
export async function startMailServer() {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/**
 * From now on collected notifications become due within a second instead of two minutes, in the database of the state
 * folder. The windows themselves are tested in test/webhooks/.
 */
export async function endWindowsSoon(stateDir: string): Promise<{ stop(): Promise<void> }> {
  const host = readPidFile(join(stateDir, 'postgres'))?.socketDir ?? ''
  const client = new pg.Client({ host, port: postgresPort, user: databaseRole, database: databaseName })
  await client.connect()
  const ending = new AbortController()
  const work = async () => {
    while (!ending.signal.aborted) {
      await client.query(
        `update webhook_deliveries set due_at = clock_timestamp() where collecting and due_at > clock_timestamp()`,
      )
      await sleep(500)
    }
  }
  const done = work()
  return {
    async stop() {
      ending.abort()
      await done
      await client.end()
    },
  }
}

export interface Run {
  readonly code: number | null
  readonly output: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a file of the repository to completion; `input` is typed into it. */
export async function run(
  words: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [...words], { cwd: root, env: { ...cleanEnvironment(), ...env } })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
