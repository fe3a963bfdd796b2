// The embedded database on folders that are incomplete, oddly named, foreign, or owned by another user.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endChild } from '../../../../test/servers/end-child.ts'
import { connectionIn, query, startElsewhere } from '../../../../test/servers/embedded-server.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { canEnter } from '../../settings/postgres-account.ts'
import { makeThrowAwayFolder } from './temporary-folder.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

let home: string

beforeAll(() => {
  home = makeThrowAwayFolder('chancery-folders-')
  chmodSync(home, 0o755)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a start killed while creating the database does not prevent the next one', async () => {
  const folder = join(home, 'interrupted')
  const child = startElsewhere(folder).catch(() => undefined)
  const draft = () =>
    existsSync(folder) && execFileSync('ls', ['-A', folder], { encoding: 'utf8' }).includes('.postgres-')
  await expect.poll(draft, { interval: 5 }).toBe(true)
  const [claim] = execFileSync('ls', [join(folder, 'server.lock')], { encoding: 'utf8' }).split('-')
  process.kill(Number(claim), 'SIGKILL')
  await child
  const database = await startEmbeddedPostgres({ stateDir: folder })
  onTestFinished(() => database.stop())
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(draft()).toBe(false)
})

test('a folder whose path is too long for a socket, with unusual characters in it, works', async () => {
  const folder = join(home, `it's, "so" ü ${'long'.repeat(25)}`)
  const database = await startEmbeddedPostgres({ stateDir: folder })
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(Buffer.byteLength(database.connection.host)).toBeLessThan(90)
  await database.stop()
  expect(existsSync(database.connection.host)).toBe(false)
})

test('a data folder of another major version, and one with other contents, are rejected and left alone', async () => {
  const older = join(home, 'older')
  const other = join(home, 'other')
  for (const [folder, file] of [
    [older, 'PG_VERSION'],
    [other, 'letter.txt'],
  ] as const) {
    mkdirSync(join(folder, 'postgres'), { recursive: true })
    writeFileSync(join(folder, 'postgres', file), '17\n')
    if (isRoot) chownSync(join(folder, 'postgres'), nobody.uid, nobody.gid)
  }
  await expect(startEmbeddedPostgres({ stateDir: older })).rejects.toThrow(
    /created by PostgreSQL 17; this release contains PostgreSQL 18/,
  )
  await expect(startEmbeddedPostgres({ stateDir: other })).rejects.toThrow(/something else \(letter.txt\)/)
  expect(readFileSync(join(other, 'postgres', 'letter.txt'), 'utf8')).toBe('17\n')
})

test.runIf(isRoot)('a non-root server runs the database under its own account', async (context) => {
  if (!canEnter(import.meta.dirname, nobody)) return context.skip('only root can read this clone')
  const folder = join(home, 'ordinary')
  mkdirSync(folder)
  chownSync(folder, nobody.uid, nobody.gid)
  const server = await startElsewhere(folder, nobody)
  expect(await query(connectionIn(folder), 'select current_user as name')).toEqual([{ name: 'chancery' }])
  await endChild(server)
})
