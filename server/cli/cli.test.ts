// The command line as it is typed, without a server and beside one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanEnvironment, type ServerProcess, startServerProcess } from '../../test/server-process.ts'

let stateDir: string
beforeAll(async () => {
  stateDir = await mkdtemp('/tmp/chancery-cli-')
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

const commandLine = fileURLToPath(new URL('chancery.ts', import.meta.url))

interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `chancery` with the words; `input` stands for what is typed. */
async function chancery(words: readonly string[], { input = '', env = {} } = {}): Promise<Run> {
  const child = spawn(process.execPath, [commandLine, ...words], {
    env: { ...cleanEnvironment(), CHANCERY_STATE_DIR: stateDir, ...env },
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...texts }
}

describe('help', () => {
  test.each([[['--help']], [['help', 'user']], [['user', 'add', '--help']], [['routes', '--help']]])(
    '%o is told with examples, and is no mistake',
    async (words) => {
      const { code, stdout } = await chancery(words)
      expect(code).toBe(0)
      expect(stdout).toMatch(/Usage: chancery[\s\S]*Examples?:\n {2}\$ /)
    },
  )

  test.each([
    [['usr'], "unknown command 'usr'"],
    [['user', 'add'], "required option '--name <first and last name>' not specified"],
    [['openapi', 'tape-apis'], 'Allowed choices are contract-apis'],
  ])('%o was not understood: exit code 2', async (words, message) => {
    const { code, stderr } = await chancery(words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('without a server', () => {
  test('the first administrator of an organisation is added', async () => {
    const words = ['user', 'add', 'jo@acme.example', '--name', 'Jo van Marsh', '--role', 'Administrator']
    const added = await chancery([...words, '--new-organisation', 'Acme'], { input: 'correct horse\n' })
    expect(added).toMatchObject({ code: 0, stdout: 'Added jo@acme.example to Acme.\n' })
    const again = await chancery([...words, '--organisation', 'acme'], { input: 'correct horse\n' })
    expect(again).toMatchObject({
      code: 1,
      stderr: 'There is already a person with the address jo@acme.example.\n',
    })
  })

  test('an organisation is made once, and one that is not there is told with those that are', async () => {
    const words = [
      'user',
      'add',
      'kim@acme.example',
      '--name',
      'Kim Lee',
      '--role',
      'InhouseLegal',
      '--no-password',
    ]
    expect(await chancery([...words, '--new-organisation', 'ACME'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is already an organisation Acme'),
    })
    expect(await chancery([...words, '--organisation', 'Amce'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no organisation "Amce". There are: 1 Acme.'),
    })
  })

  test('the OpenAPI document is printed without a database', async () => {
    const { code, stdout } = await chancery(['openapi'], { env: { CHANCERY_STATE_DIR: `${stateDir}/none` } })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0' })
  })

  test('routes are listed, all or those with a word in them', async () => {
    const { stdout } = await chancery(['routes', 'READYZ'])
    expect(stdout).toMatch(/^GET +\/readyz +everyone\n$/)
    expect((await chancery(['routes', 'nowhere'])).code).toBe(1)
  })

  test('a database that cannot be reached is told in words', async () => {
    const { code, stderr } = await chancery(['user', 'list'], {
      env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' },
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED/)
  })
})

describe('beside a server', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerProcess({ stateDir })
  })
  afterAll(async () => {
    await server?.stop()
  })

  test('a person is disabled, listed as such, and enabled', async () => {
    expect(await chancery(['user', 'disable', 'JO@acme.example'])).toMatchObject({
      code: 0,
      stdout: 'JO@acme.example is disabled.\n',
    })
    const { stdout } = await chancery(['user', 'list', '--organisation', '1', '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      { email: 'jo@acme.example', status: 'Disabled', name: 'Jo van Marsh' },
    ])
    expect((await chancery(['user', 'enable', 'jo@acme.example'])).stdout).toBe(
      'jo@acme.example is enabled.\n',
    )
  })

  test('a password that is too short is refused, a longer one is set', async () => {
    const words = ['user', 'set-password', 'jo@acme.example']
    expect(await chancery(words, { input: 'short\n' })).toMatchObject({
      code: 1,
      stderr: 'Use at least 12 characters.\n',
    })
    expect(await chancery(words, { input: 'battery staple\n' })).toMatchObject({ code: 0 })
  })

  test('migrate finds nothing to do', async () => {
    expect(await chancery(['migrate'])).toMatchObject({
      code: 0,
      stdout: 'The database is at this version already.\n',
    })
  })
})
