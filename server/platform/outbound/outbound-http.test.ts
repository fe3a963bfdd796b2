// Outbound calls to addresses chosen by users: to whom, how long, how much.
import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/peers/receiver.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound-http.ts'
import { selfSignedCertificate } from './self-signed.ts'

const sandbox = {
  environment: 'sandbox',
  host: 'loopback',
  webhookAllowedNetworks: [],
  webhookCaFile: undefined,
} as const
const production = { ...sandbox, environment: 'production', host: '0.0.0.0' } as const

let receiver: Receiver
const opened: Outbound[] = []
const outboundOf = (settings: Parameters<typeof createOutbound>[0], options?: OutboundOptions) => {
  const outbound = createOutbound(settings, options)
  opened.push(outbound)
  return outbound
}
const message = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"ä":1}'),
})

beforeAll(async () => {
  receiver = await startReceiver()
})
beforeEach(() => {
  receiver.clear()
  receiver.react(204)
})
afterAll(async () => {
  await Promise.all(opened.map((outbound) => outbound.close()))
  await receiver.close()
})

describe('a call', () => {
  test('is sent exactly as given: query, headers and body byte for byte', async () => {
    const outbound = outboundOf(sandbox)
    const query = '?a=%2F%2f&b=x+y&c=%41&d="<>|\\^`{}\'&e=a?b'
    const answer = await outbound.post(message(`${receiver.url}/hooks/a%20b${query}#not-sent`))
    expect(answer).toMatchObject({ status: 204, error: null })
    const [request] = receiver.requests
    expect(request).toMatchObject({ method: 'POST', target: `/hooks/a%20b${query}` })
    expect(request?.headers).toMatchObject({
      host: new URL(receiver.url).host,
      'content-type': 'application/json',
      'content-length': '8',
    })
    expect(request?.body).toEqual(Buffer.from('{"ä":1}'))
  })

  test('reuses a kept connection, and opens a new one if the other side has closed it', async () => {
    const outbound = outboundOf(sandbox)
    const before = receiver.connections()
    await outbound.post(message(receiver.url))
    await outbound.post(message(receiver.url))
    expect(receiver.connections() - before).toBe(1)
    receiver.react((response, request) => {
      // answers only on a connection that has not been used yet
      if (receiver.connections() - before === 1) response.destroy()
      else response.writeHead(200, { 'x-length': request.body.length }).end()
    })
    expect(await outbound.post(message(receiver.url))).toMatchObject({ status: 200 })
    expect(receiver.connections() - before).toBe(2)
  })

  test('that is cut off on a new connection is not retried', async () => {
    const outbound = outboundOf(sandbox)
    receiver.react((response, _request) => void response.destroy())
    const answer = await outbound.post(message(receiver.url))
    expect(answer).toMatchObject({ status: null, error: 'the connection was closed before an answer came' })
    expect(receiver.requests).toHaveLength(1)
  })

  test('returns the first kilobyte of the response', async () => {
    receiver.react((response, _request) => void response.writeHead(500).end('x'.repeat(5_000)))
    const answer = await outboundOf(sandbox).post(message(receiver.url))
    expect(answer.status).toBe(500)
    expect(answer.excerpt.toString()).toBe('x'.repeat(1_024))
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const elsewhere = await startReceiver()
    const before = elsewhere.connections()
    for (const location of [
      `${elsewhere.url}/x`,
      `${receiver.url}/x`,
      'https://169.254.169.254/',
      'file:///etc/passwd',
      '//localhost/',
    ]) {
      receiver.clear()
      receiver.react((response, _request) => void response.writeHead(status, { location }).end())
      expect(await outboundOf(sandbox).post(message(receiver.url))).toMatchObject({ status, error: null })
      expect(receiver.requests).toHaveLength(1)
    }
    expect(elsewhere.connections() - before).toBe(0)
    expect(await outboundOf(sandbox).post(message(elsewhere.url))).toMatchObject({ status: 204 })
    await elsewhere.close()
  })

  test('uses no proxy from the environment', async () => {
    const proxies = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    for (const name of proxies) process.env[name] = name.startsWith('NODE') ? '1' : 'http://127.0.0.1:1'
    try {
      expect(await outboundOf(sandbox).post(message(receiver.url))).toMatchObject({ status: 204 })
    } finally {
      for (const name of proxies) delete process.env[name]
    }
  })
})

describe('the time limit', () => {
  const limited = (timeLimitMs = 300) => outboundOf(sandbox, { timeLimitMs })

  test('aborts a call that is not answered, and closes its connection', async () => {
    receiver.react('hang')
    const answer = await limited().post(message(receiver.url))
    expect(answer).toMatchObject({ status: null, error: 'no answer within 0.3 seconds' })
    await expect.poll(() => receiver.open.now).toBe(0)
  })

  test('allows a response that arrives just in time', async () => {
    receiver.react({ status: 202, afterMs: 200 })
    expect(await limited(60_000).post(message(receiver.url))).toMatchObject({ status: 202 })
  })

  test('aborts headers that arrive one byte at a time', async () => {
    receiver.react((response, _request) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nx: ')
      const drip = setInterval(() => response.socket?.write('a'), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await limited().post(message(receiver.url))).toMatchObject({ status: null })
    await expect.poll(() => receiver.open.now).toBe(0)
  })

  test('aborts an endless body; the status received before it counts', async () => {
    receiver.react((response, _request) => {
      response.writeHead(200).write('a')
      const drip = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(drip))
    })
    let answer = await limited().post(message(receiver.url))
    // on a busy machine the status itself may take longer than the shortest limit
    for (const limit of [3_000, 30_000]) {
      if (answer.status === null) answer = await limited(limit).post(message(receiver.url))
    }
    expect(answer).toMatchObject({ status: 200 })
    await expect.poll(() => receiver.open.now).toBe(0)
  })

  test('includes connecting: a listener that never speaks TLS', async () => {
    const silent: Server = createTcpServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as AddressInfo
    expect(await limited().post(message(`https://localhost:${port}/`))).toMatchObject({
      status: null,
      error: 'no answer within 0.3 seconds',
    })
    silent.close()
  })

  test('includes resolving the name', async () => {
    const outbound = outboundOf(production, {
      timeLimitMs: 300,
      resolve: (_name, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    expect(await outbound.post(message('https://slow.example/'))).toMatchObject({
      error: 'no answer within 0.3 seconds',
    })
  })
})

describe('size limits', () => {
  test('a body is read up to a limit, then the connection is closed', async () => {
    receiver.react((response, _request) => {
      response.writeHead(200)
      const more = () => {
        while (response.write('x'.repeat(16_384)));
      }
      response.on('drain', more)
      more()
    })
    const before = process.memoryUsage().rss
    expect(await outboundOf(sandbox).post(message(receiver.url))).toMatchObject({ status: 200 })
    await expect.poll(() => receiver.open.now).toBe(0)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  test('endless headers are rejected', async () => {
    receiver.react((response, _request) => {
      response.socket?.on('error', () => undefined)
      response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1024 * 1024)}\r\n\r\n`)
    })
    expect(await outboundOf(sandbox).post(message(receiver.url))).toMatchObject({
      status: null,
      error: 'the headers of the answer were too long',
    })
  })
})

describe('TLS sessions', () => {
  test('a new connection to a receiver resumes the session of the last one', async () => {
    const resumed: boolean[] = []
    const server = createTlsServer(selfSignedCertificate(), (socket) => {
      resumed.push(socket.isSessionReused())
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const outbound = outboundOf(sandbox)
    for (let i = 0; i < 2; i++) expect(await outbound.post(message(url))).toMatchObject({ status: 204 })
    expect(resumed).toEqual([false, true])
    server.close()
  })
})

describe('certificates', () => {
  test('any certificate is accepted from a receiver on loopback by a sandbox reachable only from this machine [W-15]', async () => {
    expect(await outboundOf(sandbox).post(message(receiver.url))).toMatchObject({ status: 204 })
  })

  test('an untrusted certificate is rejected elsewhere, and accepted with the configured certificate file', async () => {
    const settings = { ...production, webhookAllowedNetworks: ['loopback'] }
    expect(await outboundOf(settings).post(message(receiver.url))).toMatchObject({
      status: null,
      error: 'the certificate is self-signed',
    })
    const folder = await mkdtemp(join(tmpdir(), 'chancery-ca-'))
    await writeFile(join(folder, 'ca.pem'), receiver.certificate.cert)
    const trusting = outboundOf({ ...settings, webhookCaFile: join(folder, 'ca.pem') })
    expect(await trusting.post(message(receiver.url))).toMatchObject({ status: 204 })
    await rm(folder, { recursive: true })
  })

  test('a certificate for another name is rejected even if it is trusted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-ca-'))
    const other = await startReceiver({ certificate: selfSignedCertificate(['other.example']) })
    await writeFile(join(folder, 'ca.pem'), other.certificate.cert)
    const settings = {
      ...production,
      webhookAllowedNetworks: ['loopback'],
      webhookCaFile: join(folder, 'ca.pem'),
    }
    const resolve = async () => ['127.0.0.1']
    const outbound = outboundOf(settings, { resolve })
    expect(await outbound.post(message(`https://wrong.example:${other.port}/`))).toMatchObject({
      error: 'the certificate is for another name',
    })
    expect(await outbound.post(message(`https://other.example:${other.port}/`))).toMatchObject({
      status: 204,
    })
    // again, when there is a session that could be resumed
    expect(await outbound.post(message(`https://wrong.example:${other.port}/`))).toMatchObject({
      error: 'the certificate is for another name',
    })
    await other.close()
    await rm(folder, { recursive: true })
  })
})
