// The state folder that a first start of the sandbox leaves behind, for tests of a server process that are not about
// the first start: that one takes ten times as long as the next. Kept between runs, under a name that changes with the
// product's source.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { processRuns } from '../../server/platform/installation/process-identity.ts'
import { readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import { startServerProcess } from './server-process.ts'
import { makeThrowAwayFolder } from '../../server/platform/postgres/packaged/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/test-states')

/** Fills an empty state folder as a first start would, demo included. Where nothing can be kept, it stays empty. */
export async function fillStateFolder(stateDir: string): Promise<void> {
  try {
    mkdirSync(cache, { recursive: true })
  } catch {
    return
  }
  const kept = join(cache, nameOfSource())
  await holdingLock(`${kept}.lock`, async () => {
    if (!existsSync(kept)) await make(kept)
  })
  execFileSync('cp', ['-Rp', `${kept}/.`, stateDir])
}

async function make(kept: string): Promise<void> {
  // beside nobody's folders: the account that the database runs as must get there
  const stateDir = makeThrowAwayFolder('chancery-prepared-')
  const draft = `${kept}.draft`
  try {
    const server = await startServerProcess({ stateDir })
    await server.stop()
    // on a busy machine the database may end after the server
    while (readPidFile(join(stateDir, 'postgres'))) await pause(50)
    rmSync(draft, { recursive: true, force: true })
    execFileSync('cp', ['-Rp', stateDir, draft])
    rmSync(join(draft, 'chancery.log'))
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name)
    if (!folder.startsWith(kept)) rmSync(folder, { recursive: true, force: true })
  }
  renameSync(draft, kept)
}

// test files run side by side, each in a process of its own
async function holdingLock(lock: string, work: () => Promise<void>): Promise<void> {
  while (!taken(lock)) {
    const holder = Number(readIfThere(lock))
    if (holder > 0 && !processRuns(holder)) rmSync(lock, { force: true })
    await pause(50)
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function nameOfSource(): string {
  const source = globSync(['server/**/*.ts', 'migrations/*.sql'], { cwd: root })
  const hash = createHash('sha256')
  for (const file of [...source.filter((each) => !each.endsWith('.test.ts')).sort(), 'package-lock.json']) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 20)
}
