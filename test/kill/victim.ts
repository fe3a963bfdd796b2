// The installation that is killed: a server of its own, whose state folder and port stay the same over restarts.
import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { commandOfProcess, processRuns } from '../../server/platform/installation/process-identity.ts'
import { readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import { freePort } from '../peers/free-port.ts'
import { cleanEnvironment, type ServerProcess, startServerProcess } from '../servers/server-process.ts'
import { fillStateFolder } from '../servers/prepared-state.ts'
import { startGuard } from './guard.ts'
import { makeThrowAwayFolder } from '../../server/platform/postgres/packaged/temporary-folder.ts'

/** What a kill includes: one of the server's processes, which is replaced; all of them; or the database's as well. */
export type Kill = 'one process' | 'server' | 'server and database'

export interface Victim {
  readonly url: string
  readonly stateDir: string
  /** Starts the server, as one or several processes; returns how many milliseconds it took to serve. */
  start(processes: number): Promise<number>
  /** Kills it; whatever follows the call sees the effect. Settles when the processes are gone. */
  kill(what: Kill): Promise<void>
  /** Stops the server; throws with what it said unless it exits cleanly. */
  stop(): Promise<void>
  /** The output of `chancery` with these arguments. */
  command(...words: string[]): Promise<string>
  /** Ends everything still running and removes the folder. */
  remove(): Promise<void>
}

// ends a hang, whatever the speed of the machine
const patienceMs = 600_000

const commandLine = fileURLToPath(new URL('../../server/operations/cli/chancery.ts', import.meta.url))

/**
 * Creates the folder, as after a first start, and chooses the port; nothing is running yet. `more` are additional
 * settings; with a database of its own the folder is empty.
 */
export async function createVictim(more: Readonly<Record<string, string>> = {}): Promise<Victim> {
  const stateDir = makeThrowAwayFolder('chancery-kill-')
  if (more['DATABASE_URL'] === undefined) await fillStateFolder(stateDir)
  const port = await freePort()
  const env = {
    PORT: String(port),
    CHANCERY_WEBHOOK_RETRY_DELAYS: '1,1,1',
    CHANCERY_WEBHOOK_DEDUPE_WINDOW: '1',
    ...more,
  }
  const guard = startGuard(stateDir)
  let server: ServerProcess | undefined
  let count = 1
  let starting: Promise<ServerProcess> | undefined
  let removing = false
  const running = (): ServerProcess => {
    if (!server) throw new Error('The server is not running')
    return server
  }
  const kill = async (what: Kill) => {
    const { pid, ended, output } = running()
    if (what === 'one process') return killOneOf(pid, count)
    const others = what === 'server' ? [] : descendants(pid)
    server = undefined
    if (!killIfThere(-pid))
      throw new Error(`The server had exited by itself:\n${output.stdout}${output.stderr}`)
    // the database is not a member of the server's process group
    for (const other of others) killIfThere(other)
    await ended
    guard.release()
    await untilGone(others)
  }
  return {
    url: `http://localhost:${port}`,
    stateDir,
    async start(processes) {
      if (removing) throw new Error('The installation is being removed')
      const began = performance.now()
      count = processes
      const settings = { CHANCERY_RATE_LIMITS: 'off', ...env, CHANCERY_PROCESSES: String(processes) }
      starting = startServerProcess({
        stateDir,
        detached: true,
        env: settings,
        onSpawned: (pid) => guard.watch(pid),
      })
      server = await starting
      return performance.now() - began
    },
    kill,
    async stop() {
      const { ended, pid, output } = running()
      // to the first process alone: it stops the others
      process.kill(pid, 'SIGTERM')
      const timer = setTimeout(() => killIfThere(-pid), patienceMs)
      const how = await ended
      clearTimeout(timer)
      guard.release()
      server = undefined
      if (how !== 0) throw new Error(`The server ended (${how}) with:\n${output.stdout}${output.stderr}`)
    },
    command: (...words) => command(words, { ...env, CHANCERY_STATE_DIR: stateDir }),
    async remove() {
      removing = true
      await starting?.catch(() => undefined)
      if (server) await kill('server and database')
      // a database that was left behind exits by itself
      const database = readPidFile(join(stateDir, 'postgres'))
      if (database) await untilGone([database.pid])
      guard.end()
      await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function command(words: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [commandLine, ...words], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await text(child.stdout)
  if (output === '') throw new Error(`chancery ${words.join(' ')} printed nothing`)
  return output.trim()
}

/** The descendants of this process, whatever group they are in. */
function descendants(pid: number): readonly number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = Map.groupBy(
    list.split('\n').map((line) => line.trim().split(/\s+/).map(Number)),
    ([, parent = 0]) => parent,
  )
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap(([child = 0]) => [child, ...below(child)])
  return below(pid)
}

/** Kills one of the processes supervised by the first one, once all of them are running. */
async function killOneOf(first: number, count: number): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; await pause(50)) {
    const serving = descendants(first).filter((pid) =>
      commandOfProcess(pid).some((word) => word.endsWith('main.ts')),
    )
    const chosen = serving[randomInt(count)]
    if (serving.length === count && chosen !== undefined) return void killIfThere(chosen)
    if (Date.now() > deadline) throw new Error(`${serving.length} of ${count} processes are serving`)
  }
}

function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

async function untilGone(pids: readonly number[]): Promise<void> {
  for (const deadline = Date.now() + patienceMs; pids.some(processRuns); await pause(5)) {
    if (Date.now() > deadline)
      throw new Error(`Processes do not exit: ${pids.filter(processRuns).join(', ')}`)
  }
}
