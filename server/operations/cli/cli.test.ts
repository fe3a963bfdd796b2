// The command line as typed, without a server and with one running.
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandResult, runCommand } from '../../../test/servers/command-line.ts'
import { createInstallation } from '../../../test/servers/installation.ts'
import { fillStateFolder } from '../../../test/servers/prepared-state.ts'
import { type ServerProcess, startServerProcess } from '../../../test/servers/server-process.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

let stateDir: string
beforeAll(async () => {
  stateDir = makeThrowAwayFolder('chancery-cli-')
  await createInstallation(stateDir)
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

/** Runs `chancery` on a sandbox with its demo. */
const sandbox = (...words: string[]) =>
  chancery(words, { env: { CHANCERY_STATE_DIR: `${stateDir}/sandbox` } })

/** Runs `chancery` with these arguments; `input` is typed into it. */
const chancery = (words: readonly string[], { input = '', env = {} } = {}): Promise<CommandResult> =>
  runCommand(words, { env: { CHANCERY_STATE_DIR: stateDir, ...env }, input })

describe('help', () => {
  test.each([[['--help']], [['help', 'user']], [['user', 'add', '--help']], [['routes', '--help']]])(
    '%o prints help with examples, and is no error',
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
  ])('%o is invalid: exit code 2', async (words, message) => {
    const { code, stderr } = await chancery(words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('without a server', () => {
  test('the first administrator of an organisation is added', async () => {
    const words = ['user', 'add', 'jo@acme.example', '--name', 'Jo van Marsh', '--role', 'Administrator']
    const added = await chancery([...words, '--new-organisation', 'Acme'], {
      input: 'a sturdy first password\n',
    })
    expect(added).toMatchObject({ code: 0, stdout: 'Added jo@acme.example to Acme.\n' })
    const again = await chancery([...words, '--organisation', 'acme'], { input: 'a sturdy first password\n' })
    expect(again).toMatchObject({
      code: 1,
      stderr: 'There is already a user with the address jo@acme.example.\n',
    })
  })

  test('an organisation is created once, and an unknown one is reported with the existing ones', async () => {
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

  test('routes are listed, all or those containing a word', async () => {
    const { stdout } = await chancery(['routes', 'READYZ'])
    expect(stdout).toMatch(/^GET +\/readyz +everyone\n$/)
    expect((await chancery(['routes', 'nowhere'])).code).toBe(1)
  })

  test.each([[['user', 'list']], [['migrate']], [['files', 'verify']]])(
    '%o finds no installation, says where it looked, and creates nothing',
    async (words) => {
      const none = `${stateDir}/none`
      const { code, stdout, stderr } = await chancery(words, { env: { CHANCERY_STATE_DIR: none } })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(`There is no installation in ${none} (CHANCERY_STATE_DIR is set to it).`)
      expect(stderr).toContain('node bin/chancery.mjs start')
      expect(existsSync(none)).toBe(false)
    },
  )

  test('a database that cannot be reached is reported with a readable message', async () => {
    const { code, stderr } = await chancery(['user', 'list'], {
      env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' },
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database of DATABASE_URL cannot be reached: .*ECONNREFUSED/)
  })
})

describe('with a running server', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerProcess({ stateDir })
  })
  afterAll(async () => {
    await server?.stop()
  })

  test('a user is disabled, listed as disabled, and enabled', async () => {
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

  test('a password that is too short is rejected, a longer one is set', async () => {
    const words = ['user', 'set-password', 'jo@acme.example']
    expect(await chancery(words, { input: 'short\n' })).toMatchObject({
      code: 1,
      stderr: 'Use at least 12 characters.\n',
    })
    expect(await chancery(words, { input: 'a sturdy second password\n' })).toMatchObject({ code: 0 })
  })

  test('migrate finds nothing to do', async () => {
    expect(await chancery(['migrate'])).toMatchObject({
      code: 0,
      stdout: 'The database is already at this version.\n',
    })
  })
})

describe('in a sandbox with its demo', () => {
  let server: ServerProcess
  beforeAll(async () => {
    await mkdir(`${stateDir}/sandbox`, { recursive: true })
    await fillStateFolder(`${stateDir}/sandbox`)
    server = await startServerProcess({ stateDir: `${stateDir}/sandbox` })
  })
  afterAll(async () => {
    await server?.stop()
  })

  test("token prints a response like the token endpoint's, valid for the running server", async () => {
    const { code, stdout } = await sandbox('token', 'counsel@harbour.example')
    expect(code).toBe(0)
    const response = JSON.parse(stdout) as { access_token: string; gateway: string }
    expect(response).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      userName: 'counsel@harbour.example',
      gateway: server.url,
    })
    const contracts = await fetch(`${server.url}/contract-apis/v1/contracts`, {
      headers: { authorization: `Bearer ${response.access_token}` },
    })
    expect(contracts.status).toBe(200)
    expect((await sandbox('token', 'counsel@harbour.example', '--access-token')).stdout).toMatch(
      /^[\w.-]+\n$/,
    )
  })

  test('token reports an unknown user or client', async () => {
    expect(await sandbox('token', 'nobody@harbour.example')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no user with the address nobody@harbour.example.'),
    })
    expect(await sandbox('token', 'counsel@harbour.example', '--client', 'none')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no client none.'),
    })
  })

  test('clock is moved forward and reset', async () => {
    expect((await sandbox('clock')).stdout).toMatch(/Z \(real time\)\n$/)
    expect((await sandbox('clock', '--advance', '1d12h')).stdout).toMatch(/Z \(1d12h ahead of real time\)\n$/)
    expect((await sandbox('clock', '--advance', '3m')).stdout).toMatch(/Z \(1d12h3m ahead of real time\)\n$/)
    expect((await sandbox('clock', '--advance', 'soon')).code).toBe(2)
    expect((await sandbox('clock', '--reset')).stdout).toMatch(/Z \(real time\)\n$/)
  })

  test('a client is created, rotated, disabled and listed', async () => {
    const words = ['--name', 'Ledger Link', '--organisation', 'Harbour', '--contact', 'it@harbour.example']
    const created = await sandbox('client', 'create', ...words, '--installation')
    const [, clientId = ''] = /client_id +(\S+)/.exec(created.stdout) ?? []
    expect(created.stdout).toMatch(/client_secret {2}[\w-]{43} /)
    const rotated = await sandbox('client', 'rotate', clientId, '--overlap', '2')
    expect(rotated.stdout).toMatch(/client_secret {2}[\w-]{43} [\s\S]*Earlier secrets remain valid until 2/)
    expect((await sandbox('client', 'disable', clientId)).stdout).toBe(`${clientId} is disabled.\n`)
    const { stdout } = await sandbox('client', 'list', '--json')
    expect(JSON.parse(stdout)).toMatchObject([
      { clientId: 'chancery-demo', status: 'Active', availableTo: 'Installation' },
      { clientId, status: 'Disabled', availableTo: 'Installation', organisation: 'Harbour' },
    ])
    expect((await sandbox('client', 'rotate', 'none')).code).toBe(1)
    const demo = await sandbox('client', 'demo')
    expect(JSON.parse(demo.stdout)).toMatchObject({ url: server.url, clientId: 'chancery-demo' })
  })

  test('sandbox-only commands are refused in production', async () => {
    const env = {
      CHANCERY_ENVIRONMENT: 'production',
      CHANCERY_PUBLIC_URL: 'https://legal.example',
      CHANCERY_STATE_DIR: `${stateDir}/production`,
    }
    for (const words of [['token', 'counsel@harbour.example'], ['clock'], ['seed']]) {
      const { code, stderr } = await chancery(words, { env })
      expect([words, code, stderr]).toEqual([words, 1, expect.stringContaining('works only in a sandbox')])
    }
  })
})
