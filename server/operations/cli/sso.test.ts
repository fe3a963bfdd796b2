// `chancery sso` as typed.
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../test/peers/free-port.ts'
import { type RealProvider, startProvider } from '../../../test/peers/identity-provider.ts'
import { runCommand } from '../../../test/servers/command-line.ts'
import { createInstallation } from '../../../test/servers/installation.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/postgres/packaged/embedded-postgres.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

let stateDir: string
let database: EmbeddedPostgres
let provider: RealProvider
beforeAll(async () => {
  stateDir = makeThrowAwayFolder('chancery-sso-')
  await createInstallation(stateDir)
  // beside which the commands find it, instead of starting and stopping it each time
  database = await startEmbeddedPostgres({ stateDir })
  provider = await startProvider('http://localhost:8080/session/sso/callback')
})
afterAll(async () => {
  await provider.stop()
  await database.stop()
  await rm(stateDir, { recursive: true, force: true })
})

const chancery = (words: readonly string[], input = '') =>
  runCommand(words, { env: { CHANCERY_STATE_DIR: stateDir }, input })

test('a provider, a mail domain and the end of passwords are set, and shown without the secret', async () => {
  for (const name of ['Harbour', 'Meridian']) {
    const words = [
      'user',
      'add',
      `${name}@example.com`,
      '--name',
      'First Administrator',
      '--new-organisation',
      name,
    ]
    expect((await chancery([...words, '--role', 'Administrator'], 'a sturdy first password\n')).code).toBe(0)
  }
  const harbour = ['--organisation', 'Harbour']
  const words = ['--name', 'Harbour login', '--issuer', provider.issuer, '--client-id', 'chancery']
  const set = await chancery(['sso', 'set', ...harbour, ...words], 'the secret\n')
  expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('/session/sso/callback') })
  expect((await chancery(['sso', 'domain', 'harbour.example', ...harbour])).code).toBe(0)
  expect((await chancery(['sso', 'domain', 'harbour.example', '--organisation', 'Meridian'])).stderr).toBe(
    'harbour.example belongs to another organisation.\n',
  )
  expect((await chancery(['sso', 'passwords', 'off', ...harbour])).code).toBe(0)
  expect((await chancery(['sso', 'clear-networks', ...harbour])).stdout).toBe('There was no limit.\n')
  const { stdout } = await chancery(['sso', 'list', '--json'])
  expect(stdout).not.toContain('the secret')
  expect(JSON.parse(stdout)).toContainEqual({
    organisation: 'Harbour',
    provider: 'Harbour login',
    issuer: provider.issuer,
    domains: ['harbour.example'],
    passwords: false,
  })
})

test('a provider that does not respond like one is not set, and the root cause is shown', async () => {
  const harbour = ['sso', 'set', '--organisation', 'Harbour', '--name', 'Other', '--client-id', 'chancery']
  const before = (await chancery(['sso', 'list', '--json'])).stdout
  const closed = `http://127.0.0.1:${await freePort()}`
  const nobody = await chancery([...harbour, '--issuer', closed], 'secret\n')
  expect(nobody).toMatchObject({ code: 1, stdout: '' })
  expect(nobody.stderr).toMatch(/could not be fetched.*ECONNREFUSED/)
  const other = await chancery([...harbour, '--issuer', `${provider.issuer}/elsewhere`], 'secret\n')
  expect(other).toMatchObject({ code: 1, stdout: '' })
  expect((await chancery(['sso', 'list', '--json'])).stdout).toBe(before)

  const unchecked = [...harbour, '--issuer', 'https://login.later.example', '--no-check']
  expect(await chancery(unchecked, 'secret\n')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Set\./),
  })
})
