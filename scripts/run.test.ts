// The first step of every command, in a separate clone with a small lock file and a fake npm.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let clone: string
let children: ChildProcess[]

beforeEach(() => {
  clone = mkdtempSync('/tmp/chancery-run-')
  children = []
  mkdirSync(join(clone, 'scripts'))
  mkdirSync(join(clone, 'tools'))
  for (const name of ['run.mjs', 'install-packages.mjs', 'run-child.mjs', 'server-memory.mjs']) {
    copyFileSync(join(import.meta.dirname, name), join(clone, 'scripts', name))
  }
  symlinkSync(process.execPath, join(clone, 'tools', 'node'))
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}')
  writeLock('1.0.0')
  giveNpm('cp package-lock.json node_modules/.package-lock.json')
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(clone, { recursive: true, force: true })
})

function writeLock(version: string): void {
  const packages = {
    '': { version: '0.0.0' },
    'node_modules/needed': { version, integrity: `sha512-${version}` },
    'node_modules/other-platform': { version, integrity: `sha512-${version}`, optional: true },
  }
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages }))
}

/** An npm that records its calls and then runs the given script, with an empty node_modules available. */
function giveNpm(does: string): void {
  const npm = join(clone, 'tools', 'npm')
  writeFileSync(
    npm,
    `#!/bin/sh\necho "$*" >> ${clone}/npm-calls\nrm -rf node_modules; mkdir node_modules\n${does}\n`,
  )
  chmodSync(npm, 0o755)
}

function npmCalls(): string[] {
  try {
    return readFileSync(join(clone, 'npm-calls'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function start(
  program: string,
  args: string[] = [],
  env: Record<string, string> = {},
  account: { uid?: number; gid?: number } = {},
): ChildProcess {
  writeFileSync(join(clone, 'entry.ts'), program)
  const child = spawn(process.execPath, [join(clone, 'scripts', 'run.mjs'), 'entry.ts', ...args], {
    cwd: '/',
    env: { PATH: `${join(clone, 'tools')}:/usr/bin:/bin`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // detached from the terminal that the tests may have been started in, which would affect who gets SIGINT
    detached: true,
    ...account,
  })
  children.push(child)
  return child
}

async function outcome(child: ChildProcess) {
  const said = { out: '', err: '' }
  child.stdout?.on('data', (part: Buffer) => (said.out += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (said.err += part.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { ...said, code, signal }
}

const report = `
  const entry: string = process.argv[1]!
  console.log(JSON.stringify({ entry, args: process.argv.slice(2), folder: process.cwd(), cache: process.env['NODE_COMPILE_CACHE'] }))
`

describe('the packages', () => {
  test('are installed if missing, including development packages, and only once', async () => {
    const first = await outcome(start(report, ['a', 'b c'], { NODE_ENV: 'production' }))
    expect(first.err).toContain('Installing the packages')
    expect(npmCalls()).toHaveLength(1)
    expect(npmCalls()[0]).toMatch(/^ci --include=dev --include=optional --ignore-scripts/)
    expect(JSON.parse(first.out)).toEqual({
      entry: join(clone, 'entry.ts'),
      args: ['a', 'b c'],
      folder: '/',
      cache: join(clone, 'node_modules', '.cache', 'compiled'),
    })
    const second = await outcome(start(report))
    expect(second).toMatchObject({ code: 0, err: '' })
    expect(npmCalls()).toHaveLength(1)
  })

  test('are reinstalled when the lock file changes, not when it is merely touched', async () => {
    await outcome(start(report))
    writeLock('1.0.0')
    await outcome(start(report))
    expect(npmCalls()).toHaveLength(1)
    writeLock('1.0.1')
    await outcome(start(report))
    expect(npmCalls()).toHaveLength(2)
  })

  test('are installed by one of two concurrent commands; the other waits', async () => {
    giveNpm('sleep 1; cp package-lock.json node_modules/.package-lock.json')
    const both = await Promise.all([outcome(start(report)), outcome(start(report))])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.map(({ err }) => err).join('')).toContain('Another command is installing the packages')
    expect(npmCalls()).toHaveLength(1)
    expect(readdirSync(join(clone, '.cache', 'install'))).toEqual([])
  })

  test('that cannot be installed end the command with a readable message, and the next one tries again', async () => {
    giveNpm('echo "npm error network" >&2; exit 3')
    const failed = await outcome(start(report))
    expect(failed).toMatchObject({ code: 1, out: '' })
    expect(failed.err).toMatch(/npm error network[^]*could not install the packages \(exit code 3\)/)
    giveNpm('cp package-lock.json node_modules/.package-lock.json')
    expect(await outcome(start(report))).toMatchObject({ code: 0 })
  })

  test('are left unchanged if node_modules is a link', async () => {
    symlinkSync(join(clone, 'tools'), join(clone, 'node_modules'))
    const { code, err } = await outcome(start(report))
    expect(code).toBe(0)
    expect(err).toContain('node_modules is a link')
    expect(npmCalls()).toEqual([])
  })

  test('half installed when the command is stopped: npm is stopped as well', async () => {
    giveNpm('echo $$ > npm-pid; exec sleep 60')
    const child = start(report)
    await expect.poll(() => readdirSync(clone)).toContain('npm-pid')
    child.kill('SIGTERM')
    expect(await outcome(child)).toMatchObject({ signal: 'SIGTERM' })
    const npm = Number(readFileSync(join(clone, 'npm-pid'), 'utf8'))
    expect(() => process.kill(npm, 0)).toThrow('ESRCH')
  })
})

describe('an installation without the packages of development', () => {
  const needed = { version: '1.0.0', integrity: 'sha512-1.0.0' }
  const tool = { version: '2.0.0', integrity: 'sha512-2.0.0', dev: true }
  const other = { version: '3.0.0', integrity: 'sha512-3.0.0', dev: true }
  const give = (file: string, packages: object) =>
    writeFileSync(join(clone, file), JSON.stringify({ packages }))
  const runServer = () => {
    mkdirSync(join(clone, 'server'), { recursive: true })
    writeFileSync(join(clone, 'server', 'entry.ts'), report)
    const run = [join(clone, 'scripts', 'run.mjs'), 'server/entry.ts']
    const env = { PATH: `${join(clone, 'tools')}:/usr/bin:/bin` }
    const child = spawn(process.execPath, run, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    return outcome(child)
  }
  beforeEach(() => {
    give('package-lock.json', {
      '': {},
      'node_modules/needed': needed,
      'node_modules/tool': tool,
      'node_modules/other': other,
    })
    mkdirSync(join(clone, 'node_modules'))
    give('node_modules/.package-lock.json', { 'node_modules/needed': needed })
  })

  test('runs the server as it is', async () => {
    expect(await runServer()).toMatchObject({ code: 0, err: '' })
    expect(npmCalls()).toEqual([])
  })

  test('gets them for a command that builds or tests', async () => {
    await outcome(start(report))
    expect(npmCalls()).toHaveLength(1)
  })

  test('is completed if some of them are there, or one that is needed is not', async () => {
    give('node_modules/.package-lock.json', { 'node_modules/needed': needed, 'node_modules/tool': tool })
    await runServer()
    expect(npmCalls()).toHaveLength(1)
    give('node_modules/.package-lock.json', {})
    await runServer()
    expect(npmCalls()).toHaveLength(2)
  })
})

describe('a clone that belongs to another user', () => {
  // as root, another account; otherwise this one, with the clone made read-only
  const asRoot = process.getuid?.() === 0
  const account = asRoot ? { uid: 65_534, gid: 65_534 } : {}
  const close = () => {
    chmodSync(clone, 0o555)
    if (!asRoot && readdirSync(clone).includes('node_modules')) chmodSync(join(clone, 'node_modules'), 0o555)
  }
  afterEach(() => {
    chmodSync(clone, 0o755)
    if (readdirSync(clone).includes('node_modules')) chmodSync(join(clone, 'node_modules'), 0o755)
  })

  test('is not written to at run time: compiled code is cached in the state folder', async () => {
    await outcome(start(report))
    const before = readdirSync(clone, { recursive: true })
    close()
    const state = mkdtempSync('/tmp/chancery-run-state-')
    chmodSync(state, 0o777)
    const { code, out, err } = await outcome(start(report, [], { CHANCERY_STATE_DIR: state }, account))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ cache: join(state, 'cache', 'compiled') })
    expect(readdirSync(clone, { recursive: true })).toEqual(before)
    rmSync(state, { recursive: true })
  })

  test('without packages names who has to build it, and leaves nothing behind', async () => {
    writeFileSync(join(clone, 'entry.ts'), report)
    close()
    const before = readdirSync(clone, { recursive: true })
    const { code, err } = await outcome(start(report, [], {}, account))
    expect(code).toBe(1)
    expect(err).toContain(`this user cannot write to ${clone}`)
    expect(err).toContain('npm run build')
    expect(readdirSync(clone, { recursive: true })).toEqual(before)
  })
})

// Node before 22.15 cannot replace its own process, and runs the program as a child
describe.for([
  { way: 'in the place of the first step', env: {} },
  { way: 'as its child', env: { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' } },
])('the entry runs $way', ({ env }) => {
  beforeEach(async () => {
    await outcome(start(report))
  })

  test('and its exit code is passed on', async () => {
    expect(await outcome(start('process.exit(7)', [], env))).toMatchObject({ code: 7, signal: null })
  })

  test('and the signal that ended it is passed on', async () => {
    expect(await outcome(start(`process.kill(process.pid, 'SIGKILL')`, [], env))).toMatchObject({
      signal: 'SIGKILL',
    })
  })

  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('and receives %s once', async (signal) => {
    const child = start(
      `let times = 0
       process.on('${signal}', () => { times += 1; setTimeout(() => { console.log('got', times); process.exit(5) }, 300) })
       setInterval(() => {}, 1e6)
       console.log('ready')`,
      [],
      env,
    )
    if (child.stdout) await once(child.stdout, 'data')
    child.kill(signal)
    expect(await outcome(child)).toMatchObject({ out: 'got 1\n', code: 5 })
  })
})

test('a Node that is too old gets instructions', async () => {
  const pretend = `Object.defineProperty(process.versions,'node',{value:'18.20.4'})`
  const { code, err } = await outcome(
    start(report, [], { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` }),
  )
  expect(code).toBe(1)
  expect(err).toContain('Chancery needs Node 20.19 or newer, and this is Node 18.20.4')
})

test('a packaged Node that does not run here is bypassed for one that does', async () => {
  await outcome(start(report))
  const packaged = join(clone, 'node_modules', '.bin', 'node')
  mkdirSync(join(clone, 'node_modules', '.bin'))
  writeFileSync(packaged, '#!/lib/no-such-loader\n')
  chmodSync(packaged, 0o755)
  expect(await outcome(start(report))).toMatchObject({ code: 0 })
  expect(readdirSync(join(clone, 'node_modules', '.bin'))).toEqual([])
})
