// Refused bodies on real connections.
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Server } from '../route.ts'
import { drainRefusedSlowly } from './drain-slowly.ts'

const pace = { bytesPerSecond: 1_000_000, freeBytes: 100_000, longestMs: 500 }
const chunk = 'x'.repeat(50_000)
let server: Server
let socket: Socket
let received = ''
/** The same connection, as the server has it. */
let accepted: Socket | undefined

beforeEach(async () => {
  server = fastify() as unknown as Server
  drainRefusedSlowly(server, pace)
  server.addHook('onRequest', async ({ url }, reply) => {
    if (url === '/refused') await reply.code(429).send('later')
  })
  server.addContentTypeParser('*', (_request, body, done) => {
    body.resume().once('end', () => done(null))
  })
  server.route({ method: 'POST', url: '/*', handler: () => 'done' })
  await server.listen({ host: '127.0.0.1', port: 0 })
  received = ''
  server.server.once('connection', (each) => (accepted = each))
  socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('data', (data) => (received += data.toString())).on('error', () => undefined)
})
afterEach(async () => {
  socket.destroy()
  await server.close()
})

/** Sends a request with a body of so many pieces, or with fewer of them than it says. */
function send(path: string, chunks: number, sentChunks = chunks): void {
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: text/x\r\ncontent-length: ${chunks * chunk.length}\r\n\r\n`,
  )
  for (let sent = 0; sent < sentChunks; sent++) socket.write(chunk)
}

const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

test('a refused body of the usual size is read, and its connection goes on [G-173]', async () => {
  send('/refused', 2)
  await expect.poll(statuses).toEqual(['429'])
  send('/taken', 2)
  await expect.poll(statuses).toEqual(['429', '200'])
  expect(received).not.toContain('connection: close')
})

test('one that goes on is read slowly, and its connection ends before it does [G-173]', async () => {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  send('/refused', 1_000)
  await closed
  expect(accepted?.bytesRead).toBeLessThan(10_000_000)
})

test('the answer to one that does not end closes its connection [G-173]', async () => {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  send('/refused', 1_000, 3)
  await closed
  expect(statuses()).toEqual(['429'])
  expect(received).toContain('connection: close')
})

test('what is not refused is read as fast as it comes', async () => {
  send('/taken', 1_000)
  await expect.poll(statuses).toEqual(['200'])
})
