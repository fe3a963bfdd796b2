// Sends one request over and over from several connections for a while, and answers how often it was answered. A
// process of its own, and on bare sockets: a client of Node takes as much time as the server that it measures, and
// there are few cores. Start it and use it with start-load.ts.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** What is to be sent. */
export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A body makes it a POST, unless `method` says otherwise; `%` in it becomes a number that was not there before. */
  readonly body?: string
  /** A body of so many bytes instead, the same for every request. */
  readonly bytes?: number
  readonly method?: string
  /** `%` in the path becomes one of these, at random for each request. */
  readonly ids?: readonly (number | string)[]
  readonly connections: number
  readonly milliseconds: number
  /** Paths to ask for instead of the one of the address: each connection has one of them, in turn. */
  readonly paths?: readonly string[]
  /** Access tokens: each connection has one of them, in turn. */
  readonly tokens?: readonly string[]
  /** A pause before each request, in milliseconds; the first ones of different connections are spread over it. */
  readonly pause?: number
  /** Refusals are counted as answers, too. */
  readonly refusals?: boolean
}

/** What came of it. */
export interface LoadResult {
  readonly answered: number
  /** How long each answer took, in milliseconds; only of requests with a pause between them. */
  readonly times: readonly number[]
  readonly refused: number
}

let sent = 0

const methodFor = (body: unknown, bytes: unknown) =>
  body === undefined && bytes === undefined ? 'GET' : 'POST'

/** Gives the head of the next request, and its body if that is text. */
function writer({ url, headers, body, bytes, method = methodFor(body, bytes), ids }: Load): () => string {
  const { host, origin } = new URL(url)
  if (bytes !== undefined) headers = { ...headers, 'content-length': String(bytes) }
  // as it is written: `%` in it must not be encoded
  const path = url.startsWith(origin) ? url.slice(origin.length) || '/' : url
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const rest = ` HTTP/1.1\r\n${lines.join('')}`
  const pathOf = ids
    ? () => path.replaceAll('%', String(ids[Math.floor(Math.random() * ids.length)]))
    : () => path
  if (body === undefined) return () => `${method} ${pathOf()}${rest}\r\n`
  return () => {
    const payload = body.replaceAll('%', `${process.pid}-${++sent}`)
    return `${method} ${pathOf()}${rest}content-length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`
  }
}

let lastBytes = Buffer.alloc(0)

function bytesOf(size: number): Buffer {
  if (lastBytes.length !== size) lastBytes = randomBytes(size)
  return lastBytes
}

const endOfHead = Buffer.from('\r\n\r\n')

/** How long the answer is that begins with these bytes, head and all; undefined while its head is not complete. */
function lengthOf(answer: Buffer, refusals: boolean): number | undefined {
  const end = answer.indexOf(endOfHead)
  if (end === -1) return undefined
  const head = answer.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  const fits = head.startsWith('HTTP/1.1 2') || refusals
  const empty = head.startsWith('HTTP/1.1 204')
  if (!fits || (length === undefined && !empty))
    throw new Error(`was answered ${answer.toString('utf8', 0, 2_000)}`)
  return end + endOfHead.length + Number(length ?? 0)
}

/** Sends and waits for the answer, until the time is over. */
function run(socket: Socket, next: () => string, load: Load & { end: number; first: number }) {
  const { end, pause, refusals = false } = load
  return new Promise<LoadResult>((resolve, reject) => {
    const times: number[] = []
    let [answered, refused, began] = [0, 0, 0]
    let head: Buffer | undefined
    // of the answer that is coming; undefined before its head has come
    let missing: number | undefined
    const send = () => {
      began = performance.now()
      socket.write(next(), 'utf8')
      if (load.bytes !== undefined) socket.write(bytesOf(load.bytes))
    }
    const read = (bytes: Buffer) => {
      if (missing === undefined) {
        head = head ? Buffer.concat([head, bytes]) : bytes
        const length = lengthOf(head, refusals)
        if (length === undefined) return
        if (refusals && head[9] !== 0x32) refused++
        missing = length - head.length
        head = undefined
      } else missing -= bytes.length
      if (missing > 0) return
      missing = undefined
      answered++
      const now = performance.now()
      if (pause !== undefined) times.push(now - began)
      if (now + (pause ?? 0) >= end) resolve({ answered, times, refused })
      else if (pause === undefined) send()
      else setTimeout(send, pause)
    }
    socket.on('data', (bytes) => {
      try {
        read(bytes)
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')))
    if (pause === undefined) send()
    else setTimeout(send, load.first)
  })
}

async function measure(load: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(load.url)
  const { tokens = [], connections } = load
  const end = performance.now() + load.milliseconds
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay())
  try {
    const results = await Promise.all(
      sockets.map((socket, index) => {
        const token = tokens[index % tokens.length]
        const headers = { ...load.headers, ...(token && { authorization: `Bearer ${token}` }) }
        const first = ((load.pause ?? 0) * index) / connections
        const path = load.paths?.[index % load.paths.length]
        const url = path === undefined ? load.url : new URL(load.url).origin + path
        return run(socket, writer({ ...load, url, headers }), { ...load, end, first })
      }),
    )
    return {
      answered: results.reduce((all, each) => all + each.answered, 0),
      times: results.flatMap((each) => each.times),
      refused: results.reduce((all, each) => all + each.refused, 0),
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

process.on('message', (load: Load) => {
  measure(load).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: `${load.url} ${String(error)}` }),
  )
})
process.on('disconnect', () => process.exit())
