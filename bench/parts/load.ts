// Sends one request over and over from several connections for a while, and answers how often it was answered. A process of its
// own, and on bare sockets: a client of Node takes as much time as the server that it measures, and there are few cores.
import { connect, type Socket } from 'node:net'

interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A body makes it a POST; `%` in it becomes a number that was not there before. */
  readonly body?: string
  readonly connections: number
  readonly milliseconds: number
}

let sent = 0

/** Gives the bytes of the next request. */
function writer({ url, headers, body }: Load): () => string {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}`
  if (body === undefined) return () => `${head}\r\n`
  return () => {
    const payload = body.replaceAll('%', `${process.pid}-${++sent}`)
    return `${head}content-length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`
  }
}

const endOfHead = Buffer.from('\r\n\r\n')

/** How long the answer is that begins with these bytes, head and all; undefined while its head is not complete. */
function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf(endOfHead)
  if (end === -1) return undefined
  const head = answer.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`was answered ${head}`)
  return end + endOfHead.length + Number(length)
}

/** Sends and waits for the answer, until the time is over; resolves with the number of answers. */
function run(socket: Socket, next: () => string, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0
    let head: Buffer | undefined
    // of the answer that is coming; undefined before its head has come
    let missing: number | undefined
    const read = (bytes: Buffer) => {
      if (missing === undefined) {
        head = head ? Buffer.concat([head, bytes]) : bytes
        const length = lengthOf(head)
        if (length === undefined) return
        missing = length - head.length
        head = undefined
      } else missing -= bytes.length
      if (missing > 0) return
      missing = undefined
      answered++
      if (performance.now() < end) socket.write(next(), 'utf8')
      else resolve(answered)
    }
    socket.on('data', (bytes) => {
      try {
        read(bytes)
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')))
    socket.write(next(), 'utf8')
  })
}

async function measure(load: Load): Promise<number> {
  const { hostname, port } = new URL(load.url)
  const end = performance.now() + load.milliseconds
  const sockets = Array.from({ length: load.connections }, () => connect(Number(port), hostname).setNoDelay())
  try {
    const answered = await Promise.all(sockets.map((socket) => run(socket, writer(load), end)))
    return answered.reduce((all, each) => all + each, 0)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

process.on('message', (load: Load) => {
  measure(load).then(
    (answered) => process.send?.({ answered }),
    (error: unknown) => process.send?.({ error: `${load.url} ${String(error)}` }),
  )
})
process.on('disconnect', () => process.exit())
