// Runs one PostgreSQL server on a data folder as a child process: starts it, waits until it accepts connections, stops
// it, and makes sure that it exits if this process dies without stopping it.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { asPostgres, reasonNotToRun } from '../../settings/postgres-account.ts'
import type { Cluster } from './postgres-cluster.ts'
import { postgresPort, readPidFile } from './postgres-pid-file.ts'

/** A running server. */
export type PostgresProcess = {
  /** Stops it: open connections are cut, committed data is kept. */
  stop(): Promise<void>
  /** Settles when the server has exited, for any reason. */
  ended: Promise<void>
}

/** How to run the server. */
export type ProcessOptions = {
  cluster: Cluster
  settingsFile: string
  socketDir: string
  logFile: string
  /** A folder to remove when the server has exited, even if this process was killed before. */
  removeAtEnd: string | undefined
  onProgress: ((message: string) => void) | undefined
}

// A clean shutdown writes all changed pages to disk first. After this timeout the server is stopped immediately, as in
// a power failure, and recovers from its log at the next start: committed changes are kept either way.
const stopTimeoutMs = 6000

// Holds the other end of a pipe and stops the server when it closes, which also happens when this process is killed. It
// repeats the signal, because a server that has only just started does not handle signals yet.
const guard = `
  trap '' INT TERM HUP
  remove=$1; shift
  "$@" 3<&- & server=$!
  ( read -r _ <&3; while kill -INT $server; do sleep 0.2; done ) 2>/dev/null & watch=$!
  wait $server; code=$?
  kill -KILL $watch 2>/dev/null
  [ -z "$remove" ] || rm -rf -- "$remove"
  exit $code
`

/** Starts the server and waits until it accepts connections, however long its recovery takes. */
export async function runPostgres(options: ProcessOptions): Promise<PostgresProcess> {
  const { dataDir, account } = options.cluster
  const before = readPidFile(dataDir)?.text
  const logStart = statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0
  const child = spawnGuarded(options)
  const failure = new Promise<Error>((resolve) => child.once('error', resolve))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  const starting = new AbortController()
  const ready = untilReady(options, before, starting.signal)
  const failed = await Promise.race([ready, ended.then(() => 'ended' as const), failure])
  starting.abort()
  if (failed === 'ended') throw new Error(`The database did not start. ${logTail(options.logFile, logStart)}`)
  if (failed) throw new Error(reasonNotToRun(failed, account))

  // the server does not keep this process from exiting
  child.unref()
  return { ended, stop: () => endServer(child, ended, dataDir) }
}

function spawnGuarded({
  cluster,
  settingsFile,
  socketDir,
  logFile,
  removeAtEnd,
}: ProcessOptions): ChildProcess {
  const server = [cluster.binaries.postgres, '-D', cluster.dataDir, '-c', `config_file=${settingsFile}`]
  // on the command line, where no settings file can override them
  server.push('-c', 'listen_addresses=', '-c', `port=${postgresPort}`, '-c', 'unix_socket_permissions=0700')
  server.push('-c', `unix_socket_directories="${socketDir.replaceAll('"', '""')}"`)
  const log = openSync(logFile, 'a', 0o600)
  try {
    const child = spawn('/bin/sh', ['-c', guard, 'chancery-database', removeAtEnd ?? '', ...server], {
      ...asPostgres(cluster.account),
      // a session of its own: Ctrl-C in the terminal is for this process, and the database must outlive its last query
      detached: true,
      stdio: ['ignore', log, log, 'pipe'],
    })
    const pipe = child.stdio[3] as Socket | null
    pipe?.on('error', () => undefined)
    pipe?.unref()
    return child
  } finally {
    closeSync(log)
  }
}

async function untilReady(
  { cluster, onProgress }: ProcessOptions,
  before: string | undefined,
  end: AbortSignal,
) {
  const begin = Date.now()
  let announced = 0
  while (!end.aborted) {
    const note = readPidFile(cluster.dataDir)
    if (note?.ready && note.text !== before) return undefined
    const seconds = Math.floor((Date.now() - begin) / 1000)
    if (seconds >= announced + 3) {
      announced = seconds
      onProgress?.(`The database is recovering from its log (${seconds} s)`)
    }
    await sleep(10)
  }
  return undefined
}

async function endServer(child: ChildProcess, ended: Promise<void>, dataDir: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const pipe = child.stdio[3] as Socket
  pipe.destroy()
  const clean = await Promise.race([ended.then(() => true), sleep(stopTimeoutMs, false, { ref: false })])
  if (clean) return
  const pid = readPidFile(dataDir)?.pid
  if (pid) process.kill(pid, 'SIGQUIT')
  await ended
}

function logTail(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n')
  return `The end of ${logFile}:\n${lines.slice(-12).join('\n')}`
}
