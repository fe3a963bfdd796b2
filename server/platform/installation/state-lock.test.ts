// Who gets a state folder: living servers before new ones, new ones before dead ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { processSpace, startOfProcess } from './process-identity.ts'
import { lockState, stateHolder } from './state-lock.ts'

let stateDir: string

beforeEach(() => {
  stateDir = mkdtempSync('/tmp/chancery-lock-')
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

/** Leaves a claim as another server would have left it; returns its file. */
function leaveClaim(claim: { pid: number; start?: string | undefined; space?: string }): string {
  const folder = join(stateDir, 'server.lock')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${claim.pid}-left.json`)
  writeFileSync(file, JSON.stringify({ space: processSpace(), since: '2026-01-02T03:04:05.678Z', ...claim }))
  return file
}

function claims(): string[] {
  return readdirSync(join(stateDir, 'server.lock'))
}

test('a folder is held until it is released', async () => {
  const lock = await lockState(stateDir)
  expect(stateHolder(stateDir)).toMatchObject({ pid: process.pid })
  await expect(lockState(stateDir)).rejects.toThrow(`process ${process.pid}`)
  lock.release()
  expect(stateHolder(stateDir)).toBeUndefined()
  const next = await lockState(stateDir)
  next.release()
  expect(claims()).toEqual([])
})

test('a living server keeps its folder', async () => {
  leaveClaim({ pid: process.ppid, start: startOfProcess(process.ppid) })
  await expect(lockState(stateDir)).rejects.toThrow(
    `Another Chancery server (process ${process.ppid}, running since 2026-01-02T03:04:05.678Z) is using the state folder ${stateDir}`,
  )
  expect(stateHolder(stateDir)).toMatchObject({ pid: process.ppid })
})

test.for([
  { what: 'of a process that is gone', claim: { pid: 999_999_999, start: '1' } },
  { what: 'whose process id belongs to another program now', claim: { pid: process.ppid, start: '1' } },
])('a claim $what is removed', async ({ claim }) => {
  leaveClaim(claim)
  expect(stateHolder(stateDir)).toBeUndefined()
  const lock = await lockState(stateDir)
  expect(claims()).toHaveLength(1)
  lock.release()
})

test('a claim that a power failure has emptied is removed', async () => {
  writeFileSync(leaveClaim({ pid: process.ppid }), '')
  const lock = await lockState(stateDir)
  expect(claims()).toHaveLength(1)
  lock.release()
})

test('a server in another container keeps its folder while it sends heartbeats', async () => {
  const file = leaveClaim({ pid: 1, space: 'another container' })
  const heart = setInterval(() => utimesSync(file, new Date(), new Date()), 500)
  onTestFinished(() => clearInterval(heart))
  const progress: string[] = []
  await expect(lockState(stateDir, (message) => progress.push(message))).rejects.toThrow('process 1')
  expect(progress).toEqual([
    'Waiting to see whether a server in another container still uses the state folder',
  ])
  expect(stateHolder(stateDir)).toMatchObject({ pid: 1 })
})

test('a server in another container without heartbeats does not', async () => {
  const file = leaveClaim({ pid: 1, space: 'another container' })
  const before = new Date(Date.now() - 60_000)
  utimesSync(file, before, before)
  const lock = await lockState(stateDir)
  expect(stateHolder(stateDir)).toMatchObject({ pid: process.pid })
  lock.release()
})

test('of many servers starting at once one gets the folder', async () => {
  const module = new URL('./state-lock.ts', import.meta.url).href
  const script = `
    const { lockState } = await import(${JSON.stringify(module)})
    process.stdin.once('data', async () => {
      console.log(await lockState(${JSON.stringify(stateDir)}).then(() => 'mine', () => 'refused'))
    })
    console.log('ready')
  `
  const servers = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  onTestFinished(() => servers.forEach((server) => void server.kill('SIGKILL')))
  await Promise.all(servers.map((server) => once(server.stdout, 'data')))
  const answers = servers.map(async (server) => {
    server.stdin.write('go\n')
    const [answer] = (await once(server.stdout, 'data')) as [Buffer]
    return String(answer).trim()
  })
  expect((await Promise.all(answers)).sort()).toEqual(['mine', ...Array.from({ length: 5 }, () => 'refused')])
})
