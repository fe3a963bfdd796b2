// What a release holds, that it is reproducible, and how it is installed. `npm run release` itself tries the whole: it
// takes minutes.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pack, setTimes, writeChecksums } from './archive.ts'
import { isReleased } from './sources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const install = join(root, 'deploy/install.sh')

describe('what is released', () => {
  const all = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const released = all.filter(isReleased)
  const programs = released.filter((path) => /^(?:server|bin)\/.*\.m?[jt]s$|^scripts\/.*\.mjs$/.test(path))

  test('has the programs, the schema and the documents, and no tests', () => {
    for (const path of [
      'bin/chancery',
      'server/operations/process/main.ts',
      'migrations/0001-organisations.sql',
      'LICENSE',
    ]) {
      expect(released).toContain(path)
    }
    expect(released.filter((path) => /\.test\.|^(?:test|bench|web)\//.test(path))).toEqual([])
  })

  test('has every file that its programs import', () => {
    const missing = programs.flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const imports = [
        ...text.matchAll(/(?:from|import|import\(|new URL\()\s*'(\.[^']+\.(?:m?[jt]s|json|sql))'/g),
      ]
      return imports
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => existsSync(join(root, target)) && !isReleased(target))
        .map((target) => `${path} imports ${target}`)
    })
    expect(programs.length).toBeGreaterThan(500)
    expect(missing).toEqual([])
  })

  test('has every package that its programs import', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const used = programs.flatMap((path) => {
      const imports = readFileSync(join(root, path), 'utf8').matchAll(
        /^import (?!type)[^;']*'([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm,
      )
      return [...imports].map(
        ([, one, other]) => `${path}: ${/^(?:@[^/]+\/)?[^/]+/.exec(one ?? other ?? '')?.[0]}`,
      )
    })
    const tools = Object.keys(devDependencies)
    expect(used.filter((each) => tools.includes(each.split(': ')[1] ?? ''))).toEqual([])
  })
})

describe('the archive', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-archive-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** An archive of some files, made in a folder of its own at any time. */
  async function archived(name: string, content = 'one'): Promise<string> {
    const parent = join(folder, name)
    const staged = join(parent, 'chancery-1')
    mkdirSync(join(staged, 'bin'), { recursive: true })
    writeFileSync(join(staged, 'bin/chancery'), content)
    writeFileSync(join(staged, 'a file'), 'with a space in its name')
    await writeChecksums(staged)
    await setTimes(staged, 1_700_000_000)
    const archive = join(folder, `${name}.tar.gz`)
    await pack(parent, { name: 'chancery-1', archive, seconds: 1_700_000_000 })
    return archive
  }
  const installed = (...args: string[]) =>
    spawnSync('sh', [install, ...args], { cwd: folder, encoding: 'utf8' })

  test('of the same files has the same bytes', async () => {
    const [one, other] = [await archived('one'), await archived('other')]
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true)
    expect(readFileSync(await archived('third', 'two')).equals(readFileSync(one))).toBe(false)
  })

  test('is installed with its command, and an update keeps what was there', async () => {
    const target = join(folder, 'opt')
    expect(installed(await archived('one'), target, folder)).toMatchObject({ status: 0, stderr: '' })
    expect(readlinkSync(join(folder, 'chancery'))).toBe(join(target, 'bin/chancery'))
    expect(installed(await archived('two', 'two'), target, folder)).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(join(target, 'bin/chancery'), 'utf8')).toBe('two')
    expect(readFileSync(join(`${target}.old`, 'bin/chancery'), 'utf8')).toBe('one')
  })

  test('that was altered is not installed', async () => {
    const archive = await archived('one')
    writeFileSync(archive, readFileSync(await archived('two', 'two')))
    const target = join(folder, 'opt')
    expect(installed(archive, target).status).not.toBe(0)
    expect(existsSync(target)).toBe(false)
  })
})

test('the container is made by the same script', () => {
  const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
  expect(containerfile).toContain(
    'RUN sh /tmp/install.sh "$(ls /tmp/release/chancery-*-linux-*.tar.gz)" /opt/chancery\n',
  )
  expect(spawnSync('sh', ['-n', install]).status).toBe(0)
})
