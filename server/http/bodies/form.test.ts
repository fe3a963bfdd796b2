// Malformed forms: rejected quickly and with a readable message, leaving nothing behind.
import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createFileWorld,
  eventsOf,
  type FileWorld,
  storedIn,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let here: FileWorld
let token: string
let port: number
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  token = await accessTokenFor(parts.app, here.owner)
  await parts.server.listen({ host: '127.0.0.1', port: 0 })
  port = (parts.server.server.address() as AddressInfo).port
})

const path = () => `/contract-apis/v1/contracts/${here.contractId}/files`
const post = (payload: string | Buffer, type = 'multipart/form-data; boundary=b') =>
  here.asOwner.post(path(), payload, { headers: { 'content-type': type } })

const head = (disposition: string, more = '') => `--b\r\nContent-Disposition: ${disposition}\r\n${more}\r\n`
const file = 'form-data; name="file"; filename="a.txt"'
const whole = `${head(file)}content\r\n--b--\r\n`

describe('malformed forms', () => {
  test.each<[string, string | Buffer, string | undefined]>([
    ['without a final boundary', `${head(file)}content`, undefined],
    ['cut off in a header', `--b\r\nContent-Dispo`, undefined],
    [
      'cut off in a file without a name',
      `${head('form-data; name="file"; filename=""')}content that goes on`,
      undefined,
    ],
    ['cut off before a file without a name', head('form-data; name="file"; filename=""'), undefined],
    [
      'with JSON that is nested thousands of levels deep',
      `${head('form-data; name="x"', 'Content-Type: application/json\r\n')}${'['.repeat(200_000)}${']'.repeat(200_000)}\r\n${whole}`,
      undefined,
    ],
    [
      'cut off in a field after the file',
      `${head(file)}content\r\n${head('form-data; name="comments"')}ab`,
      undefined,
    ],
    ['with no parts at all', '', undefined],
    ['that is no form', 'just some bytes', undefined],
    ['whose boundary is not said', whole, 'multipart/form-data'],
    ['with another boundary', whole, 'multipart/form-data; boundary=c'],
    ['of 10,000 fields', `${head('form-data; name="x"')}1\r\n`.repeat(10_000) + whole, undefined],
    [
      'with a field of 2 MB',
      `${head('form-data; name="comments"')}${'x'.repeat(2e6)}\r\n${whole}`,
      undefined,
    ],
    ['with a field named __proto__', `${head('form-data; name="__proto__"')}1\r\n${whole}`, undefined],
    [
      'with a file named constructor',
      `${head('form-data; name="constructor"; filename="a"')}1\r\n--b--`,
      undefined,
    ],
    [
      'with JSON that is none',
      `${head('form-data; name="x"', 'Content-Type: application/json\r\n')}{\r\n${whole}`,
      undefined,
    ],
    ['of 10,000 files', `${head(file)}1\r\n`.repeat(10_000) + '--b--\r\n', undefined],
    ['with an id that is none', `${head('form-data; name="folderId"')}1e3\r\n${whole}`, undefined],
  ])('%s is 400 [F-33]', async (_, payload, type) => {
    const before = await storedIn(parts.app)
    const answer = await post(payload, type)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.headers['content-type']).toMatch(/problem\+json/)
    await expect.poll(() => storedIn(parts.app)).toEqual(before)
  })

  test.each<[string, string]>([
    ['10,000 header lines in a part', head(file, 'X-A: b\r\n'.repeat(10_000))],
    ['a header of 1 MB', head(file, `X-A: ${'b'.repeat(1e6)}\r\n`)],
  ])('%s break neither the server nor the file', async (_, start) => {
    const answer = await post(`${start}content\r\n--b--\r\n`)
    expect([201, 400]).toContain(answer.statusCode)
    expect((await post(whole)).statusCode).toBe(201)
  })

  test('a part without a name, a form inside a part and bytes around the parts are harmless', async () => {
    const nested = `${head('form-data; name="x"', 'Content-Type: multipart/mixed; boundary=c\r\n')}--c\r\n\r\ny\r\n--c--\r\n`
    const answer = await post(`preamble\r\n${head('form-data')}nobody\r\n${nested}${whole}epilogue`)
    expect(answer.statusCode, answer.body).toBe(201)
  })

  test.each([
    ['with a name', file],
    ['without a name', 'form-data; name="file"; filename=""'],
  ])('truncated at any byte is 400: a file %s [G-46]', async (_, disposition) => {
    const form = `${head('form-data; name="comments"')}a\r\n${head(disposition)}content\r\n--b--`
    const wrong: [number, number][] = []
    for (let length = 0; length < form.length; length++) {
      const { statusCode } = await post(form.slice(0, length))
      if (statusCode !== 400) wrong.push([length, statusCode])
    }
    expect(wrong).toEqual([])
  })

  test('any other type of body is 415', async () => {
    expect((await post('content', 'text/plain')).statusCode).toBe(415)
    expect((await post('"text"', 'application/json')).statusCode).toBe(415)
  })

  test('a form in JSON needs its file in base64', async () => {
    const json = (body: object) => here.asOwner.post(path(), body)
    expect((await json({ file: '%%%' })).statusCode).toBe(400)
    expect((await json({ fileName: 'a.txt' })).statusCode).toBe(400)
    const answer = await json({ file: Buffer.from('by JSON').toString('base64'), FileName: 'json.txt' })
    expect(answer.statusCode).toBe(201)
  })
})

/** The start of a request as sent over the wire. */
const headers = (length: number, type = 'multipart/form-data; boundary=b') =>
  `POST ${path()} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

describe('a sender that disconnects', () => {
  const content = randomBytes(8_000_000)
  const body = Buffer.concat([Buffer.from(head(file)), content, Buffer.from('\r\n--b--\r\n')])

  test.each([0, 0.1, 0.5, 0.9, 0.99])('after %f of the body leaves nothing [F-32]', async (share) => {
    const before = await storedIn(parts.app)
    const versions = await versionsOf(parts.app, here.organisationId)
    const events = await eventsOf(parts.app, here.organisationId)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(headers(body.length))
    socket.write(body.subarray(0, Math.max(200, body.length * share)))
    // the transfer has started
    await expect.poll(() => storedIn(parts.app)).not.toEqual(before)
    socket.destroy()
    await expect.poll(() => storedIn(parts.app)).toEqual(before)
    expect(await versionsOf(parts.app, here.organisationId)).toEqual(versions)
    expect(await eventsOf(parts.app, here.organisationId)).toEqual(events)
  })

  test('right after the last byte leaves everything or nothing [F-32]', async () => {
    const [files, versions] = [await storedIn(parts.app), await versionsOf(parts.app, here.organisationId)]
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(headers(body.length))
    socket.end(body, () => socket.destroy())
    const outcome = async () => {
      const added = (await versionsOf(parts.app, here.organisationId)).length - versions.length
      const kept = (await storedIn(parts.app)).filter((name) => !files.includes(name))
      return { partly: kept.filter((name) => name.includes('incoming')), missing: added - kept.length }
    }
    await expect.poll(outcome).toEqual({ partly: [], missing: 0 })
  })
})

test('a file larger than the memory allowed for it is uploaded and downloaded [F-31]', async () => {
  const chunk = randomBytes(65_536)
  // MB, in chunks of 64 KB; less than 150 MB of memory may be used
  const chunks = repetitions(200, 300) * 16
  const sent = createHash('sha256')
  async function* form() {
    yield Buffer.from(head('form-data; name="file"; filename="large.bin"'))
    for (let index = 0; index < chunks; index++) {
      sent.update(chunk)
      yield chunk
    }
    yield Buffer.from('\r\n--b--\r\n')
  }
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const call = (method: string, address: string) =>
    httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path: address,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
  const uploading = call('POST', path())
  const answered = new Promise<string>((resolve, reject) => {
    uploading.on('error', reject).on('response', (answer) => {
      answer.setEncoding('utf8')
      answer.toArray().then((all) => resolve(all.join('')), reject)
    })
  })
  await pipeline(form(), uploading)
  const fileId = await answered
  const downloading = call('GET', `/file-apis/v1/files/${fileId}/download`).end()
  const received = createHash('sha256')
  await new Promise((resolve, reject) => {
    downloading.on('error', reject).on('response', (answer) => {
      pipeline(answer, received).then(resolve, reject)
    })
  })
  clearInterval(watch)
  expect(received.digest('hex')).toBe(sent.digest('hex'))
  expect(most - before).toBeLessThan(150 * 1024 * 1024)
})
