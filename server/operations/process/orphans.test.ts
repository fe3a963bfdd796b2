// What server processes do when the first one, which started them, is gone without a word.
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillStateFolder } from '../../../test/servers/prepared-state.ts'
import { startServerProcess } from '../../../test/servers/server-process.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

let stateDir: string
beforeAll(async () => {
  stateDir = makeThrowAwayFolder('chancery-orphans-')
  await fillStateFolder(stateDir)
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

const production = { CHANCERY_ENVIRONMENT: 'production', CHANCERY_PUBLIC_URL: 'https://legal.example' }

test('when the first process is killed the others end, each with one line of the log [G-172]', async () => {
  const server = await startServerProcess({
    stateDir,
    detached: true,
    env: { ...production, CHANCERY_PROCESSES: '3', CHANCERY_LOG_LEVEL: 'warn' },
  })
  const before = (server.output.stdout + server.output.stderr).length
  process.kill(server.pid, 'SIGKILL')
  // ends when the last of them has closed its output
  await server.ended
  const said = (server.output.stdout + server.output.stderr)
    .slice(before)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string })
  const gone = said.filter(({ msg }) => msg === 'The first process is gone, and this one ends with it')
  expect(gone.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn'])
  expect(said.map(({ msg }) => msg)).not.toContain('An uncaught error ends the process')
  expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(stateDir)
})
