// The database of a test run: a new one each time, and nothing remains of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryPostgres } from './temporary-postgres.ts'

test('it may create databases, does not wait for the disk, and is removed with its folder when stopped', async () => {
  const database = await temporaryPostgres()
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('create database another')
  expect((await client.query(`select current_setting('fsync') as fsync`)).rows).toEqual([{ fsync: 'off' }])
  await client.end()
  await database.stop()
  expect(existsSync(database.connection.host)).toBe(false)
})

test('nothing remains of it when the run is killed', async () => {
  const module = new URL('./temporary-postgres.ts', import.meta.url).href
  const script = `
    const { temporaryPostgres } = await import(${JSON.stringify(module)})
    console.log((await temporaryPostgres()).connection.host)
    setInterval(() => {}, 1e6)
  `
  const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void run.kill('SIGKILL'))
  const [line] = (await once(run.stdout, 'data')) as [Buffer]
  const folder = String(line).trim()
  expect(existsSync(folder)).toBe(true)
  run.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
})
