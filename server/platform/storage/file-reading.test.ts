import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { openSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileReading } from './file-reading.ts'
import { ContentDamaged } from './storage.ts'

const megabyte = 1024 * 1024
// not whole parts, so that buffers are left partly filled
const sizes = [1, 100_000, 262_144, 262_145, megabyte - 1, 3 * megabyte + 17, 5 * megabyte]
const contents = sizes.map((size) => randomBytes(size))

let folder: string
let server: Server
const failures: unknown[] = []

const pathOf = (index: number) => join(folder, `${index}.bin`)
const readingOf = (index: number, { at = 0, length = sizes[index] ?? 0 } = {}) =>
  new FileReading(`key ${index}`, 'identity', { fd: openSync(pathOf(index), 'r'), at, length })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-reading-'))
  await Promise.all(contents.map((bytes, index) => writeFile(pathOf(index), bytes)))
  server = createServer((request, response) => {
    const [index, at, length] = (request.url ?? '').slice(1).split('/').map(Number)
    const reading = readingOf(index ?? 0, { at, length })
    response.setHeader('content-length', length ?? 0)
    reading.on('error', (error) => {
      failures.push(error)
      response.destroy()
    })
    response.on('close', () => reading.destroy())
    reading.pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

async function ask(index: number, at = 0, length = sizes[index] ?? 0): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const [answer] = (await once(
    get({ host: '127.0.0.1', port, path: `/${index}/${at}/${length}`, agent: false }),
    'response',
  )) as [IncomingMessage]
  return answer
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const openFiles = async () => {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder)).length
}

test('many at once, some read slowly, each get exactly their own bytes from memory that is used again', async () => {
  const rounds = Array.from({ length: 8 }, () => [...contents.keys()]).flat()
  const hashes = await Promise.all(
    rounds.map(async (index, place) => {
      const answer = await ask(index)
      const hash = createHash('sha256')
      for await (const part of answer) {
        hash.update(part as Buffer)
        // lets the connection fill up, so that parts stay on the way while others are read
        if (place % 3 === 0) for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate)
      }
      return hash.digest('hex')
    }),
  )
  expect(hashes).toEqual(rounds.map((index) => hashOf(contents[index] ?? Buffer.alloc(0))))
  await expect.poll(openFiles).toBe(0)
})

test('a range is exactly that', async () => {
  const bytes = await buffer(await ask(6, 300_000, megabyte + 1))
  expect(bytes.equals((contents[6] ?? Buffer.alloc(0)).subarray(300_000, 300_001 + megabyte))).toBe(true)
})

test('a reader that goes away, and comes back, leaves no file open and disturbs nobody', async () => {
  for (let round = 0; round < 5; round++) {
    const left = await ask(6)
    left.once('data', () => left.destroy())
    await once(left, 'close')
    expect(hashOf(await buffer(await ask(5)))).toBe(hashOf(contents[5] ?? Buffer.alloc(0)))
  }
  await expect.poll(openFiles).toBe(0)
})

test('a file that has become shorter ends the connection before the end', async () => {
  const path = join(folder, '6.bin')
  await truncate(path, megabyte)
  failures.length = 0
  const answer = await ask(6)
  await expect(buffer(answer)).rejects.toThrow()
  expect(failures).toEqual([expect.any(ContentDamaged)])
  await expect.poll(openFiles).toBe(0)
  await writeFile(path, contents[6] ?? Buffer.alloc(0))
})

test('read as any stream, it keeps each part apart', async () => {
  const parts: Buffer[] = []
  for await (const part of readingOf(5)) parts.push(part as Buffer)
  expect(Buffer.concat(parts).equals(contents[5] ?? Buffer.alloc(0))).toBe(true)
  const unread = readingOf(5)
  unread.destroy()
  await once(unread, 'close')
  await expect.poll(openFiles).toBe(0)
})

test('a file that cannot be read fails the stream', async () => {
  const reading = new FileReading('key', 'identity', { fd: openSync(pathOf(0), 'w'), at: 0, length: 1 })
  await expect(buffer(reading)).rejects.toMatchObject({ code: 'EBADF' })
})
