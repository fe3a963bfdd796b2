// What only the disk storage promises: the order of its writes, its permissions, and what a full disk leaves behind.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as nodeFiles from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ContentDamaged } from './storage.ts'
import { type FileOperations, openDiskStorage } from './storage-disk.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'chancery-storage-'))
})
afterAll(() => rm(root, { recursive: true }))

const limit = 1024 ** 3
const filesUnder = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

/** Node's operations, recording every one that makes something durable. */
function recorded(steps: string[], failing: (step: string) => void = () => undefined): FileOperations {
  const note = (step: string) => {
    steps.push(step.replace(/[0-9a-f]{40}/g, '<random>').replace(/\d{4}\/\d{2}/g, '<month>'))
    failing(step)
  }
  const at = (path: unknown) => relative(root, String(path)) || '.'
  const watched = (handle: FileHandle, path: string) =>
    new Proxy(handle, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (name === 'sync') note(`fsync ${path}`)
          if (name === 'writev') note(`write ${path}`)
          return value.apply(target, args) as unknown
        }
      },
    })
  return {
    mkdir: nodeFiles.mkdir,
    rm: nodeFiles.rm,
    open: async (path, ...rest) => watched(await nodeFiles.open(path, ...rest), at(path)),
    rename: async (from, to) => {
      note(`rename ${at(from)} to ${at(to)}`)
      await nodeFiles.rename(from, to)
    },
  }
}

test('syncs before and after renaming, and new folders up to the root', async () => {
  const steps: string[] = []
  const storage = await openDiskStorage(root, recorded(steps))
  await storage.put(41, Readable.from([randomBytes(10)]), limit)
  expect(steps).toEqual([
    'write incoming/<random>',
    'fsync incoming/<random>',
    'fsync 41/' + new Date().getUTCFullYear(),
    'fsync 41',
    'fsync .',
    'rename incoming/<random> to 41/<month>/<random>',
    'fsync 41/<month>',
  ])
  steps.length = 0
  await storage.put(41, Readable.from([randomBytes(10)]), limit)
  expect(steps).toEqual([
    'write incoming/<random>',
    'fsync incoming/<random>',
    'rename incoming/<random> to 41/<month>/<random>',
    'fsync 41/<month>',
  ])
})

test('only the server may read files and folders', async () => {
  const storage = await openDiskStorage(root)
  const { key } = await storage.put(42, Readable.from([randomBytes(10)]), limit)
  const mode = async (path: string) => ((await stat(join(root, path))).mode & 0o777).toString(8)
  expect(await mode(key)).toBe('600')
  for (let folder = dirname(key); folder !== '.'; folder = dirname(folder))
    expect(await mode(folder)).toBe('700')
  expect(await mode('incoming')).toBe('700')
})

test.each(['write incoming', 'fsync incoming', 'rename', 'fsync 43/2'])(
  'leaves nothing behind when the disk is full at: %s',
  async (where) => {
    const full = (step: string) => {
      if (step.startsWith(where))
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const before = await filesUnder(root)
    const storage = await openDiskStorage(root, recorded([], full))
    await expect(storage.put(43, Readable.from([randomBytes(3_000_000)]), limit)).rejects.toMatchObject({
      code: 'insufficient_storage',
      status: 507,
    })
    expect(await filesUnder(root)).toEqual(before)
  },
)

test.each<[string, (path: string) => Promise<unknown>]>([
  ['a link to a file', async (path) => symlink('/etc/hostname', path)],
  ['a link to nothing', async (path) => symlink('/nothing/here', path)],
  ['a folder', async (path) => mkdir(path)],
  ['a pipe', async (path) => promisify(execFile)('mkfifo', [path])],
  ['a device', async (path) => symlink('/dev/zero', path)],
])('opens no %s in place of contents, and does not wait for it [F-86]', async (_, put) => {
  const storage = await openDiskStorage(root)
  const { key } = await storage.put(45, Readable.from([randomBytes(10)]), limit)
  await rm(join(root, key))
  await put(join(root, key))
  await expect(storage.open(key)).rejects.toThrow(ContentDamaged)
})

test('opens nothing through a linked folder [F-86]', async () => {
  const first = await openDiskStorage(root)
  const { key } = await first.put(46, Readable.from([randomBytes(10)]), limit)
  await rename(join(root, '46'), join(root, 'elsewhere'))
  await symlink(join(root, 'elsewhere'), join(root, '46'))
  await expect(first.open(key)).rejects.toThrow(ContentDamaged)
})

test('a missing root has lost nothing: it is not mounted', async () => {
  const away = await mkdtemp(join(tmpdir(), 'chancery-storage-'))
  const storage = await openDiskStorage(away)
  const { key } = await storage.put(47, Readable.from([randomBytes(10)]), limit)
  await rename(away, `${away}-unmounted`)
  await expect(storage.open(key)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  await rm(`${away}-unmounted`, { recursive: true })
})

test('removes old interrupted transfers, and no others', async () => {
  const storage = await openDiskStorage(root)
  const old = join(root, 'incoming', 'a'.repeat(40))
  const fresh = join(root, 'incoming', 'b'.repeat(40))
  await writeFile(old, 'x')
  await writeFile(fresh, 'x')
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  await utimes(old, twoHoursAgo, twoHoursAgo)
  await Readable.from(storage.keysOlderThan(new Date(Date.now() - 3_600_000))).toArray()
  expect(await readdir(join(root, 'incoming'))).toEqual(['b'.repeat(40)])
})

test('stores 300 MB in constant memory', async () => {
  const storage = await openDiskStorage(root)
  const chunk = randomBytes(65_536)
  let most = 0
  const source = Readable.from(
    (function* () {
      for (let sent = 0; sent < 300 * 1024 * 1024; sent += chunk.length) {
        most = Math.max(most, process.memoryUsage.rss())
        yield Buffer.from(chunk)
      }
    })(),
  )
  const before = process.memoryUsage.rss()
  const content = await storage.put(44, source, limit)
  expect(content.size).toBe(300 * 1024 * 1024)
  expect(most - before).toBeLessThan(80 * 1024 * 1024)
})
