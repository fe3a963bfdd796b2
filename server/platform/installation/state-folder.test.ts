// The location of the state folder, and who can access it.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canEnter, postgresAccount } from '../settings/postgres-account.ts'
import { defaultStateDir } from '../settings/state-dir.ts'
import { makeStateDir } from './state-folder.ts'

const isRoot = process.getuid?.() === 0
const outsider = { uid: 12_345, gid: 12_345 }

let home: string

beforeEach(() => {
  home = mkdtempSync('/tmp/chancery-folder-')
  chmodSync(home, 0o755)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('CHANCERY_STATE_DIR is used as given, made absolute', () => {
  expect(defaultStateDir({ CHANCERY_STATE_DIR: '/srv/chancery' })).toBe('/srv/chancery')
  expect(defaultStateDir({ CHANCERY_STATE_DIR: 'state' })).toBe(join(process.cwd(), 'state'))
})

test('without it every clone has its own folder', () => {
  const clone = join(import.meta.dirname, '..', '..', '..')
  const folder = defaultStateDir({ HOME: '/home/somebody' })
  if (canEnter(clone, postgresAccount())) expect(folder).toBe(join(clone, '.chancery'))
  else
    expect(folder).toMatch(
      isRoot ? /^\/var\/lib\/chancery\/.+-[0-9a-f]{8}$/ : /^\/home\/somebody\/\.local\/state\/chancery\//,
    )
})

test('a new folder and its parents are created; only the server and the database can enter it', async () => {
  const folder = join(home, 'a', 'b', 'state')
  await makeStateDir(folder, postgresAccount())
  expect(statSync(folder).mode & 0o7777).toBe(isRoot ? 0o710 : 0o700)
  expect(canEnter(folder, postgresAccount())).toBe(true)
  if (isRoot) expect(canEnter(folder, outsider)).toBe(false)
})

test.runIf(isRoot)('an existing closed folder is opened for the database alone', async () => {
  const folder = join(home, 'state')
  mkdirSync(folder, { mode: 0o700 })
  await makeStateDir(folder, postgresAccount())
  expect(canEnter(folder, postgresAccount())).toBe(true)
  expect(canEnter(folder, outsider)).toBe(false)
})

test.runIf(isRoot)(
  'a folder below a closed one is rejected with a readable message, and the closed one stays closed',
  async () => {
    const closed = join(home, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    await expect(makeStateDir(join(closed, 'state'), postgresAccount())).rejects.toThrow(
      /nobody cannot enter the state folder .*CHANCERY_STATE_DIR/s,
    )
    expect(statSync(closed).mode & 0o7777).toBe(0o700)
  },
)

test.runIf(isRoot)('a folder that this user cannot write is rejected with a readable message', () => {
  const module = new URL('./state-folder.ts', import.meta.url).href
  const script = `
    const { makeStateDir } = await import(${JSON.stringify(module)})
    for (const folder of ['/usr', '/usr/chancery']) {
      await makeStateDir(folder, undefined).catch((error) => console.log(error.message))
    }
  `
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    ...outsider,
    cwd: '/',
    encoding: 'utf8',
  })
  expect(stdout).toContain('This user cannot write to the state folder /usr.')
  expect(stdout).toContain('The state folder /usr/chancery could not be created.')
})
