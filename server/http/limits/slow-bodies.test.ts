// Slow bodies on real connections; the test controls the clock of the rule.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBodyWatch, type BodyWatch } from './slow-bodies.ts'

let now = 0
let watch: BodyWatch
let server: Server
let handle: (request: IncomingMessage, response: ServerResponse) => void
const sockets: Socket[] = []

beforeEach(async () => {
  now = 0
  watch = createBodyWatch({ minimumRate: 500, log: { info: () => undefined }, monotonic: () => now })
  server = createServer((request, response) => handle(request, response))
  server.on('request', watch.add)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Sends the head of a 10 MB request and some bytes of its body; resolves when the server has received them. */
async function begin(bytes: number, length: number | undefined = 10_000_000) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined)
  const size = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\n${size}\r\n\r\n${'x'.repeat(length === undefined ? 0 : bytes)}`)
  const [request] = await arrived
  const send = async (more: number) => {
    const expected = request.socket.bytesRead + more
    socket.write('x'.repeat(more))
    await expect.poll(() => request.socket.bytesRead).toBeGreaterThanOrEqual(expected)
  }
  return { socket, send, request, answer: () => answer, closed: once(socket, 'close') }
}

const after = (seconds: number) => {
  now += seconds * 1_000
  watch.sweep()
}

test('a body that does not arrive is aborted after thirty seconds with a readable message [G-49]', async () => {
  handle = (request) => void request.resume()
  const { socket, answer, closed } = await begin(10)
  after(29)
  expect(socket.destroyed).toBe(false)
  after(5)
  await closed
  expect(answer()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer()).toContain('the minimum is 500 bytes a second')
})

test('so is one in chunks, and one that trickles byte by byte', async () => {
  handle = (request) => void request.resume()
  const chunked = await begin(0, undefined)
  const dripping = await begin(1)
  for (let second = 0; second < 30; second += 5) {
    await dripping.send(1)
    after(5)
  }
  after(1)
  await Promise.all([chunked.closed, dripping.closed])
  expect(dripping.answer()).toContain(' 408 ')
})

test('a slow body above the minimum rate continues for as long as it takes [G-49]', async () => {
  handle = (request) => void request.resume()
  const { socket, send, answer } = await begin(0)
  for (let minute = 0; minute < 20; minute++) {
    await send(15_100)
    after(30)
  }
  expect(socket.destroyed).toBe(false)
  expect(answer()).toBe('')
})

test('no caller is late while the server itself is not reading', async () => {
  handle = () => undefined
  const { socket, send, request } = await begin(1_000)
  await send(1_000)
  for (let minute = 0; minute < 10; minute++) after(60)
  expect(socket.destroyed).toBe(false)
  // once it reads, the caller gets a full window again
  request.resume()
  await expect.poll(() => request.readableLength).toBe(0)
  after(29)
  expect(socket.destroyed).toBe(false)
})

test('a body that is no longer needed does not keep its connection open', async () => {
  handle = (_request, response) => response.writeHead(401).end()
  const { answer, closed } = await begin(10)
  await expect.poll(answer).toContain(' 401 ')
  after(31)
  await closed
  expect(answer()).not.toContain(' 408 ')
})

test('a body that has arrived is not watched, however long its response takes', async () => {
  let answerIt = () => {}
  handle = (request, response) => {
    request.resume()
    answerIt = () => void response.end('late')
  }
  const { answer, request } = await begin(100, 100)
  await expect.poll(() => request.complete).toBe(true)
  after(600)
  after(600)
  answerIt()
  await expect.poll(answer).toContain('late')
})
