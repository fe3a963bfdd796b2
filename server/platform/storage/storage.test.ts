// The contract of both storages, on a folder and against a real S3 protocol server.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ContentDamaged, ContentMissing, type Storage } from './storage.ts'
import { openDiskStorage } from './storage-disk.ts'
import { openS3Storage } from './storage-s3.ts'

interface Place {
  storage: Storage
  /** All files or objects, including transfers in progress. */
  everything(): Promise<string[]>
  close(): Promise<void>
}

async function onDisk(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'chancery-storage-'))
  return {
    storage: await openDiskStorage(root),
    everything: async () =>
      (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    close: () => rm(root, { recursive: true }),
  }
}

async function inBucket(): Promise<Place> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  const server: FauxqsServer = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const endpoint = `http://127.0.0.1:${server.port}`
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: 'contents' }))
  return {
    storage: await openS3Storage({
      bucket: 'contents',
      region: 'us-east-1',
      endpoint,
      maxUploadBytes: 2 ** 30,
    }),
    everything: async () =>
      (await client.send(new ListObjectsV2Command({ Bucket: 'contents' }))).Contents?.map(
        ({ Key }) => Key ?? '',
      ) ?? [],
    close: async () => {
      client.destroy()
      await server.stop()
      vi.unstubAllEnvs()
    },
  }
}

const limit = 64 * 1024 * 1024
const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray())
const streamOf = (bytes: Buffer, chunk = 65_536) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    })(),
    { objectMode: false },
  )
const day = 24 * 60 * 60 * 1000

describe.each([
  ['on disk', onDisk],
  ['in a bucket', inBucket],
])('%s', (_, openPlace) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace()
  })
  afterAll(() => place.close())

  test.each([0, 1, 65_536, 1024 * 1024, 3 * 1024 * 1024 + 1, 20 * 1024 * 1024 + 7])(
    'stores %i bytes with their hashes',
    async (size) => {
      const bytes = randomBytes(size)
      const content = await place.storage.put(7, streamOf(bytes), limit)
      expect(content.key).toMatch(/^7\/\d{4}\/\d{2}\/[0-9a-f]{40}$/)
      expect(content.size).toBe(size)
      expect(content.sha256).toEqual(createHash('sha256').update(bytes).digest())
      expect(content.md5).toEqual(createHash('md5').update(bytes).digest())
      expect(content.head).toEqual(bytes.subarray(0, 16_384))
      expect(Math.abs(content.storedAt.getTime() - Date.now())).toBeLessThan(5_000)
      expect((await bytesOf(await place.storage.open(content.key))).equals(bytes)).toBe(true)
    },
  )

  test('returns ranges of the contents', async () => {
    const bytes = randomBytes(700_000)
    const { key } = await place.storage.put(7, streamOf(bytes), limit)
    const part = async (start: number, end: number) => bytesOf(await place.storage.open(key, { start, end }))
    expect((await part(0, 0)).equals(bytes.subarray(0, 1))).toBe(true)
    expect((await part(300_000, 599_999)).equals(bytes.subarray(300_000, 600_000))).toBe(true)
    expect((await part(699_999, 699_999)).equals(bytes.subarray(699_999))).toBe(true)
  })

  test.each([{ range: undefined }, { range: { start: 10, end: 19 } }])(
    'opens nothing whose length has changed: %j',
    async ({ range }) => {
      const { key, size } = await place.storage.put(7, streamOf(randomBytes(1_000)), limit)
      for (const other of [size - 1, size + 1, 0]) {
        await expect(place.storage.open(key, range, other)).rejects.toThrow(ContentDamaged)
      }
      expect((await bytesOf(await place.storage.open(key, range, size))).length).toBe(range ? 10 : size)
    },
  )

  test('identifies contents by a stable identity', async () => {
    const { key } = await place.storage.put(7, streamOf(randomBytes(1_000)), limit)
    const other = await place.storage.put(7, streamOf(randomBytes(1_000)), limit)
    const identityOf = async (each: string) => {
      const opened = await place.storage.open(each)
      await bytesOf(opened)
      return opened.identity
    }
    expect(await identityOf(key)).toBe(await identityOf(key))
    expect(await identityOf(key)).not.toBe(await identityOf(other.key))
  })

  test('rejects more than the limit and accepts exactly the limit', async () => {
    const before = await place.everything()
    await expect(place.storage.put(7, streamOf(randomBytes(100_001)), 100_000)).rejects.toMatchObject({
      code: 'too_large',
    })
    await expect(place.storage.put(7, streamOf(randomBytes(12_000_000)), 11_000_000)).rejects.toMatchObject({
      code: 'too_large',
    })
    expect(await place.everything()).toEqual(before)
    const { key } = await place.storage.put(7, streamOf(randomBytes(100_000)), 100_000)
    expect(await place.everything()).toContain(key)
  })

  test.each([0, 1, 1_000_000, 12_000_000])(
    'keeps nothing of a stream that breaks after %i bytes',
    async (size) => {
      const before = await place.everything()
      const broken = Readable.from(
        (function* () {
          for (let sent = 0; sent < size; sent += 100_000) yield randomBytes(Math.min(100_000, size - sent))
          throw new Error('the line went dead')
        })(),
      )
      await expect(place.storage.put(7, broken, limit)).rejects.toMatchObject({ code: 'bad_request' })
      expect(await place.everything()).toEqual(before)
    },
  )

  test('removes contents, and removing twice is no error', async () => {
    const { key } = await place.storage.put(7, streamOf(randomBytes(10)), limit)
    const other = await place.storage.put(7, streamOf(randomBytes(10)), limit)
    await place.storage.remove(key)
    await place.storage.remove(key)
    await expect(place.storage.open(key)).rejects.toThrow(ContentMissing)
    expect(await bytesOf(await place.storage.open(other.key))).toHaveLength(10)
  })

  test.each([
    '../../etc/passwd',
    '7/2026/03/../../../x',
    '/etc/passwd',
    '',
    '7',
    'incoming/00',
    '7/2026/03/',
  ])('accepts only its own keys: %j', async (key) => {
    await expect(place.storage.open(key)).rejects.toThrow('Not a key')
    await expect((async () => place.storage.remove(key))()).rejects.toThrow('Not a key')
  })

  test('lists contents older than a given time', async () => {
    const { key } = await place.storage.put(8, streamOf(randomBytes(10)), limit)
    const older = (than: number) => Readable.from(place.storage.keysOlderThan(new Date(than))).toArray()
    expect(await older(Date.now() + 2 * day)).toContain(key)
    expect(await older(Date.now() - 60_000)).toEqual([])
  })
})
