// Content that differs from what was stored: never served as a complete file, reported for what it is, and served again
// once it is repaired.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { register } from 'prom-client'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createFileWorld,
  type FileWorld,
  storedIn,
  upload,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, callerFor } from '../../../test/tokens.ts'
import { countDamages, listDamages } from '../../platform/storage/content-damages.ts'
import { checkContents, checkProgress } from './integrity-check.ts'
import { sweepStorage } from './sweep.ts'

const parts = useTestApp({ CHANCERY_FILE_CHECK_RATE: '10000' })
// more than is read completely before it is sent, and more than the buffers of a connection hold
const [largeBytes, hugeBytes] = [1_500_000, 20_000_000]
let here: FileWorld
let token: string
let port: number
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  token = await accessTokenFor(parts.app, here.owner)
  await parts.server.listen({ host: '127.0.0.1', port: 0 })
  port = (parts.server.server.address() as AddressInfo).port
})

const ways = ['/v2/files/:id/content', '/file-apis/v1/files/:id/download'] as const
const addressOf = (id: number, way: string = ways[0]) => way.replace(':id', String(id))

let count = 0
/** A file with its content, where that is stored, and how to restore it. */
async function stored(content: Buffer) {
  const answer = await upload(here.asOwner, here.contractId, { name: `${++count}.bin`, content })
  const id = answer.json<number>()
  const { rows } = await parts.app.database.pool.query<{ storage_key: string }>(
    'select storage_key from file_versions where organisation_id = $1 and file_id = $2',
    [here.organisationId, id],
  )
  const key = rows[0]?.storage_key ?? ''
  const path = join(parts.app.config.stateDir, 'files', key)
  await copyFile(path, `${path}.good`)
  return {
    id,
    key,
    path,
    restore: async () => {
      await rm(path, { recursive: true, force: true })
      await copyFile(`${path}.good`, path)
    },
  }
}
type Stored = Awaited<ReturnType<typeof stored>>

async function flip({ path }: Stored, at = -1) {
  const bytes = await readFile(path)
  const place = at < 0 ? bytes.length + at : at
  bytes[place] = (bytes[place] ?? 0) ^ 1
  await writeFile(path, bytes)
}

const damage: Readonly<Record<string, (file: Stored) => Promise<unknown>>> = {
  'a flipped byte': (file) => flip(file),
  'bytes missing': ({ path }) => truncate(path, 5),
  'no bytes': ({ path }) => truncate(path, 0),
  'too many bytes': ({ path }) => writeFile(path, 'more', { flag: 'a' }),
  'a link in its place': async ({ path }) => {
    await rename(path, `${path}.moved`)
    await symlink('/etc/hostname', path)
  },
  'a link to the same bytes in its place': async ({ path }) => {
    await rename(path, `${path}.moved`)
    await symlink(`${path}.moved`, path)
  },
  'a folder in its place': async ({ path }) => {
    await rm(path)
    await mkdir(path)
  },
}

const detailOf = (answer: { json(): unknown }) => (answer.json() as { detail: string }).detail

describe.each([
  ['small', 10_000],
  ['large', largeBytes],
])('a %s file', (size, bytes) => {
  const shownAtOnce = Object.entries(damage).filter(([what]) => size === 'small' || what !== 'a flipped byte')

  test.each(shownAtOnce)('with %s is 500 and says so, until it is repaired [F-84]', async (_, spoil) => {
    const content = randomBytes(bytes)
    const file = await stored(content)
    await spoil(file)
    for (const way of ways) {
      const answer = await here.asOwner.get(addressOf(file.id, way))
      expect([answer.statusCode, detailOf(answer)]).toEqual([500, expect.stringContaining('is damaged')])
      expect(answer.headers).not.toHaveProperty('content-disposition')
      expect(answer.headers).not.toHaveProperty('etag')
    }
    const range = { headers: { range: 'bytes=0-3' } }
    expect((await here.asOwner.get(addressOf(file.id), range)).statusCode).toBe(500)
    expect(await listDamages(parts.app.db)).toContainEqual(
      expect.objectContaining({ key: file.key, problem: 'damaged' }),
    )
    await file.restore()
    await checkContents(parts.app)
    const answer = await here.asOwner.get(addressOf(file.id))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect((await listDamages(parts.app.db)).map(({ key }) => key)).not.toContain(file.key)
  })

  test('that is gone is 500, which says so, until it is there again [F-84]', async () => {
    const file = await stored(randomBytes(bytes))
    await rm(file.path)
    const answer = await here.asOwner.get(addressOf(file.id))
    expect([answer.statusCode, detailOf(answer)]).toEqual([500, expect.stringContaining('is missing')])
    await file.restore()
    await checkContents(parts.app)
    expect((await here.asOwner.get(addressOf(file.id))).statusCode).toBe(200)
  })
})

/** Everything that arrives over a connection for these requests, until it is closed or both answers have arrived. */
async function pipelined(first: string, second: string, onHead: () => Promise<void> = async () => undefined) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const head = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`
  socket.on('error', () => undefined)
  socket.write(head(first) + head(second))
  await new Promise<void>((resolve) => socket.once('readable', resolve))
  await onHead()
  socket.on('data', (chunk) => chunks.push(chunk))
  await closed
  return Buffer.concat(chunks)
}

const bodyOf = (answer: Buffer) => answer.subarray(answer.indexOf('\r\n\r\n') + 4)

describe('when damage is only found while sending', () => {
  test('the connection ends before the last bytes of a large file with a flipped byte, and the next request reports the damage [F-84]', async () => {
    const content = randomBytes(largeBytes)
    const file = await stored(content)
    await flip(file, 11)
    const answer = await pipelined(addressOf(file.id), '/healthz')
    expect(answer.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK')
    expect(bodyOf(answer).length).toBeLessThan(largeBytes)
    expect(answer.includes('"status":"ok"')).toBe(false)
    await expect.poll(async () => (await here.asOwner.get(addressOf(file.id))).statusCode).toBe(500)
    await file.restore()
    await checkContents(parts.app)
    expect((await here.asOwner.get(addressOf(file.id))).rawPayload.equals(content)).toBe(true)
  })

  test.each([
    ['whole', {}],
    ['verified before', { before: true }],
  ])(
    'the connection ends when a file is truncated during the download (%s), and no other answer follows [F-85]',
    async (_, { before = false }: { before?: boolean }) => {
      const file = await stored(randomBytes(hugeBytes))
      if (before) expect((await here.asOwner.get(addressOf(file.id))).statusCode).toBe(200)
      const answer = await pipelined(addressOf(file.id), '/healthz', () => truncate(file.path, 12_000_000))
      expect(answer.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK')
      expect(bodyOf(answer).length).toBeLessThan(hugeBytes)
      expect(answer.includes('"status":"ok"')).toBe(false)
      await file.restore()
      await checkContents(parts.app)
    },
  )

  test('an undamaged file is sent completely, twice over one connection, every time', async () => {
    const content = randomBytes(largeBytes)
    const file = await stored(content)
    for (let times = 0; times < 3; times++) {
      const answer = await here.asOwner.get(addressOf(file.id))
      expect(answer.rawPayload.equals(content)).toBe(true)
      const part = await here.asOwner.get(addressOf(file.id), { headers: { range: 'bytes=500000-1400000' } })
      expect(part.statusCode).toBe(206)
      expect(part.rawPayload.equals(content.subarray(500_000, 1_400_001))).toBe(true)
    }
  })
})

describe('the integrity check', () => {
  // tokens do not live as long as a round
  beforeEach(async () => {
    here = await createFileWorld(parts.app, parts.server)
  })
  const round = async () => {
    // a round is over when the next turn has nothing to do
    do await checkContents(parts.app)
    while ((await checkProgress(parts.app)).endedAt === null)
  }
  const nextRound = async () => {
    parts.clock.advance({ days: 8 })
    await round()
    here = { ...here, asOwner: await callerFor(parts, here.owner) }
  }

  test('finds damage in content that nobody has requested, logs and counts it once, and clears it after the repair [F-82]', async () => {
    await round()
    const [small, large, lost] = [
      await stored(randomBytes(5_000)),
      await stored(randomBytes(largeBytes)),
      await stored(randomBytes(5_000)),
    ]
    await Promise.all([flip(small), flip(large, 7), rm(lost.path)])
    const logged = vi.spyOn(parts.app.log, 'error')
    countDamages(parts.app)
    await checkContents(parts.app)
    expect(await listDamages(parts.app.db)).toEqual([])
    await nextRound()
    await nextRound()
    const found = (await listDamages(parts.app.db)).map(({ key, problem }) => `${problem} ${key}`)
    expect(found.toSorted()).toEqual(
      [`damaged ${small.key}`, `damaged ${large.key}`, `missing ${lost.key}`].toSorted(),
    )
    expect(logged).toHaveBeenCalledTimes(3)
    const metric = await register.getSingleMetricAsString('chancery_damaged_contents')
    expect(metric).toContain('{problem="damaged"} 2')
    expect(metric).toContain('{problem="missing"} 1')
    // obvious at once, without reading all of it
    expect((await here.asOwner.get(addressOf(large.id))).statusCode).toBe(500)
    await Promise.all([small.restore(), large.restore(), lost.restore()])
    await checkContents(parts.app)
    expect(await listDamages(parts.app.db)).toEqual([])
    expect((await here.asOwner.get(addressOf(large.id))).statusCode).toBe(200)
    logged.mockRestore()
  })

  test('continues where it was interrupted, and reads each file once per round [F-82]', async () => {
    await round()
    const all = new Set((await versionsOf(parts.app, here.organisationId)).map((row) => row.storage_key)).size
    parts.clock.advance({ days: 8 })
    const opened: string[] = []
    const open = parts.app.storage.open.bind(parts.app.storage)
    const spy = vi.spyOn(parts.app.storage, 'open').mockImplementation((key, ...more) => {
      opened.push(key)
      return open(key, ...more)
    })
    // each turn ends as soon as it starts, and still reads one file
    let turns = 0
    do {
      expect(await checkContents(parts.app, { turnMs: 0 })).toBeLessThanOrEqual(1)
      turns += 1
      await turn()
    } while ((await checkProgress(parts.app)).endedAt === null)
    spy.mockRestore()
    expect(turns).toBeGreaterThanOrEqual(all)
    expect(new Set(opened).size).toBe(opened.length)
    expect((await checkProgress(parts.app)).contents).toBe(opened.length)
  })

  test('runs one turn at a time', async () => {
    parts.clock.advance({ days: 8 })
    const turns = await Promise.all([checkContents(parts.app), checkContents(parts.app)])
    expect(turns.filter((read) => read > 0)).toHaveLength(1)
  })

  test('deletes nothing: content that was reported and is repaired, or referred to again, stays [F-87]', async () => {
    const file = await stored(randomBytes(5_000))
    await flip(file)
    expect((await here.asOwner.get(addressOf(file.id))).statusCode).toBe(500)
    await sweepStorage(parts.app, { graceMinutes: -1 })
    expect(await storedIn(parts.app)).toContain(file.path)
    await copyFile(`${file.path}.good`, file.path).catch(() => undefined)
  })

  test('forgets content that no row refers to any more', async () => {
    const file = await stored(randomBytes(5_000))
    await rm(file.path)
    expect((await here.asOwner.get(addressOf(file.id))).statusCode).toBe(500)
    await parts.app.database.pool.query(
      'update file_versions set storage_key = $1 where organisation_id = $2 and file_id = $3',
      [`${here.organisationId}/2026/03/${'e'.repeat(40)}`, here.organisationId, file.id],
    )
    await checkContents(parts.app)
    expect((await listDamages(parts.app.db)).map(({ key }) => key)).not.toContain(file.key)
  })
})
