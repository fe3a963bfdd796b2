// The command line as it is installed: the clone belongs to root, another user runs the command from anywhere.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canEnter } from '../server/platform/settings/postgres-account.ts'
import { cleanEnvironment } from '../test/servers/server-process.ts'
import { linkCommand } from './link-command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isRoot = process.getuid?.() === 0
const other = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const canRead = !isRoot || canEnter(root, { uid: 65_534, gid: 65_534 })

let folder: string
let clone: string

beforeAll(() => {
  folder = mkdtempSync('/tmp/chancery-installed-')
  chmodSync(folder, 0o755)
  clone = join(folder, 'opt')
  for (const name of ['bin', 'scripts', 'server', 'migrations', 'package.json', 'package-lock.json']) {
    cpSync(join(root, name), join(clone, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  setWritable(false)
})
afterAll(() => {
  setWritable(true)
  rmSync(folder, { recursive: true, force: true })
})

function setWritable(writable: boolean): void {
  for (const path of [
    clone,
    ...globSync('{bin,scripts,server,migrations}{,/**/*}', { cwd: clone }).map((each) => join(clone, each)),
  ]) {
    chmodSync(path, writable ? 0o755 : 0o555)
  }
}

/** Runs it as the other user, with a home folder that does not exist. */
const asOther = (program: string, args: readonly string[], cwd: string) =>
  promisify(execFile)(program, args, {
    ...other,
    cwd,
    env: { ...cleanEnvironment(), HOME: join(folder, 'nowhere'), CHANCERY_STATE_DIR: join(folder, 'state') },
  })

test.runIf(canRead)('another user runs the command in a clone that only its owner can write to', async () => {
  const before = globSync('**/*', { cwd: clone, exclude: (path) => path === 'node_modules' })
  const { stdout } = await asOther(process.execPath, ['bin/chancery.mjs', 'routes', 'READYZ'], clone)
  expect(stdout).toMatch(/^GET +\/readyz/)
  expect(globSync('**/*', { cwd: clone, exclude: (path) => path === 'node_modules' })).toEqual(before)
})

test.runIf(canRead)('another user runs its link from any folder', async () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  chmodSync(bin, 0o755)
  symlinkSync(join(clone, 'bin/chancery'), join(bin, 'chancery'))
  const { stdout } = await asOther(join(bin, 'chancery'), ['routes', 'READYZ'], '/')
  expect(stdout).toMatch(/^GET +\/readyz/)
})

test('the link leads to this program, replaces an older one, and replaces nothing else', () => {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const link = join(bin, 'chancery')
  symlinkSync('/somewhere/else', link)
  expect(linkCommand(bin)).toBe(link)
  expect(readlinkSync(link)).toBe(join(root, 'bin/chancery'))
  expect(linkCommand(bin)).toBe(link)
  rmSync(link)
  writeFileSync(link, 'a program of somebody else')
  expect(() => linkCommand(bin)).toThrow('is not a link')
})
