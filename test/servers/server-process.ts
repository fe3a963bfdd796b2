// A real server in a process of its own, as `npm start` starts it, on a state folder and a port of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../../scripts/server-memory.mjs'
import { endChild } from './end-child.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** What it has written so far. */
  readonly output: { stdout: string; stderr: string }
  /** Settles with the exit code, or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  /**
   * Sends the signal and waits for the end; a server that does not end in two minutes is killed, and the result says
   * so.
   */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

interface Options {
  readonly stateDir: string
  readonly env?: Record<string, string>
  /** A process group of its own, so that it can be killed with everything it started. */
  readonly detached?: boolean
  /** Told its process id at once, long before it serves. */
  readonly onSpawned?: (pid: number) => void
}

/** Starts a server and answers when it serves; throws with what it said when it ends instead. */
export async function startServerProcess(options: Options): Promise<ServerProcess> {
  const { child, output, ended } = spawnServer(options)
  if (child.pid !== undefined) options.onSpawned?.(child.pid)
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const said = output.stdout + output.stderr
      const address =
        /(?:Web app|Worker) +(https?:\/\/[^/\s]+)\/[^]*Ctrl-C/.exec(said) ??
        // the same where the log goes to standard output
        /"webUrl":"([^"]+)".*"msg":"ready"/.exec(said)
      if (address?.[1]) resolve(address[1])
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    void ended.then((how) =>
      reject(new Error(`The server ended (${how}) with:\n${output.stdout}${output.stderr}`)),
    )
  })
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    output,
    ended,
    async stop(signal = 'SIGTERM') {
      await endChild(child, () => process.kill(options.detached ? -pid : pid, signal))
      return ended
    },
  }
}

/** Runs a server that is expected to end by itself, and answers how it did and what it said. */
export async function failingServerProcess(
  options: Options,
): Promise<{ how: number | NodeJS.Signals; stdout: string; stderr: string }> {
  const { output, ended } = spawnServer(options)
  return { how: await ended, ...output }
}

function spawnServer({ stateDir, env = {}, detached = false }: Options) {
  const words = [...serverFlags, 'server/operations/process/main.ts', 'start']
  const child: ChildProcess = spawn(process.execPath, words, {
    cwd: root,
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...serverEnvironment,
      ...cleanEnvironment(),
      CHANCERY_STATE_DIR: stateDir,
      PORT: '0',
      CHANCERY_PROCESSES: '1',
      // a busy machine is no failure
      CHANCERY_DATABASE_CONNECT_SECONDS: '300',
      ...env,
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => code ?? signal ?? 0,
  ) as Promise<number | NodeJS.Signals>
  return { child, output, ended }
}

/**
 * The environment without settings of ours and without what the test runner adds; with the cache that scripts/run.mjs
 * sets.
 */
export function cleanEnvironment(): Record<string, string> {
  const ours = /^(CHANCERY_|VITEST|DATABASE_URL$|HOST$|PORT$|NODE_OPTIONS$|TEST$|NODE_ENV$)/
  const others = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || ours.test(name) ? [] : [[name, value] as const],
  )
  return { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`, ...Object.fromEntries(others) }
}
