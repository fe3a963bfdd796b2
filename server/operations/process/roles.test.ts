// Processes of different roles on one database: one answers requests, another works on what comes of them.
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import { cloneDemo } from '../../../test/servers/demo-template.ts'
import { freePort } from '../../../test/peers/free-port.ts'
import {
  cleanEnvironment,
  failingServerProcess,
  type ServerProcess,
  startServerProcess,
} from '../../../test/servers/server-process.ts'
import { createClient, type Client } from '../../../test/webhooks/client.ts'
import { type Receivers, startReceivers } from '../../../test/webhooks/receivers.ts'
import { connectionUrl, type PostgresConnection } from '../../platform/postgres/packaged/embedded-postgres.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

let stateDir: string
let database: TestDatabase
let env: Record<string, string>
let receivers: Receivers
let api: ServerProcess
let client: Client

beforeAll(async () => {
  stateDir = makeThrowAwayFolder('chancery-roles-')
  database = await cloneDemo(stateDir)
  env = { DATABASE_URL: connectionUrl(database.connection as PostgresConnection) }
  receivers = await startReceivers()
  const port = await freePort()
  api = await startServerProcess({ stateDir, env: { ...env, CHANCERY_ROLE: 'api', PORT: String(port) } })
  client = await createClient({ url: api.url, command: async (...words) => command(words) })
})
afterAll(async () => {
  await api.stop()
  receivers.close()
  await database.drop()
  await rm(stateDir, { recursive: true, force: true })
})

const command = (words: readonly string[]): string =>
  execFileSync(process.execPath, ['server/operations/cli/chancery.ts', ...words], {
    encoding: 'utf8',
    env: { ...cleanEnvironment(), ...env, CHANCERY_STATE_DIR: stateDir, PORT: new URL(api.url).port },
  }).trim()

test('a process that only answers requests sends no webhooks; a worker does', async () => {
  const contractId = await client.findContract()
  await client.subscribe(`https://${receivers.host(0)}/hook`)
  expect(await client.move(contractId)).toBe(true)
  const worker = await startServerProcess({
    stateDir,
    env: { ...env, CHANCERY_ROLE: 'worker', PORT: String(await freePort()) },
  })
  try {
    await expect.poll(async () => (await receivers.count()).received, { timeout: 600_000 }).toBe(1)
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${worker.url}/v2/contracts`)).status).toBe(404)
    expect((await fetch(`${worker.url}/`)).status).toBe(404)
    // commands find the process that answers requests
    expect(command(['token', 'admin@harbour.example', '--access-token'])).not.toBe('')
  } finally {
    expect(await worker.stop()).toBe(0)
  }
  expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
})

test('roles without a shared database are refused', async () => {
  const folder = makeThrowAwayFolder('chancery-roles-')
  const { how, stderr } = await failingServerProcess({ stateDir: folder, env: { CHANCERY_ROLE: 'worker' } })
  await rm(folder, { recursive: true, force: true })
  expect(how).toBe(1)
  expect(stderr).toContain('DATABASE_URL is required with CHANCERY_ROLE=worker')
})
