// The pid file that PostgreSQL writes to its data folder while running (postmaster.pid), and how to treat one whose
// server this process did not start: it may be gone, its process id may belong to another program, or it may still be
// running.
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOfProcess, processRuns } from '../../installation/process-identity.ts'

/** Only used in the socket's file name: the server does not listen on the network. */
export const postgresPort = 5432

/** The pid file of a running server. `text` is its whole content: no two servers write the same. */
export type PidFile = { pid: number; socketDir: string; ready: boolean; text: string }

const stopTimeoutMs = 120_000

/** The data folder's pid file, or undefined if there is none (or it is being written). */
export function readPidFile(dataDir: string): PidFile | undefined {
  try {
    const text = readFileSync(pidFileOf(dataDir), 'utf8')
    const lines = text.split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready', text }
  } catch {
    return undefined
  }
}

/** Whether the process of the pid file is a PostgreSQL server on this very folder. */
export function isServerOf(dataDir: string, note: PidFile): boolean {
  const [program, ...words] = commandOfProcess(note.pid)
  if (!program || basename(program) !== 'postgres' || !processRuns(note.pid)) return false
  const folder = words[words.indexOf('-D') + 1]
  return folder !== undefined && (folder === dataDir || realPath(folder) === realPath(dataDir))
}

/**
 * Makes the folder ready for a server to start: stops (and waits for) a server left running by a killed process, and
 * removes the pid file of one that is gone. Only for the holder of the state folder's lock. Throws if the remaining
 * server does not exit.
 */
export async function stopOrphanedServer(
  dataDir: string,
  onProgress?: (message: string) => void,
): Promise<void> {
  const note = readPidFile(dataDir)
  if (note && isServerOf(dataDir, note)) await endOrphanedServer(dataDir, note, onProgress)
  // PostgreSQL refuses to start if the process id in its pid file now belongs to another program, or if a power failure
  // has emptied the file. Without the files it still detects through shared memory whether anything uses the folder.
  rmSync(pidFileOf(dataDir), { force: true })
  rmSync(`${socketFileOf(dataDir)}.lock`, { force: true })
}

async function endOrphanedServer(dataDir: string, note: PidFile, onProgress?: (message: string) => void) {
  onProgress?.('Stopping the database of a server that was killed')
  const deadline = Date.now() + stopTimeoutMs
  askToEnd(note.pid, dataDir)
  while (isServerOf(dataDir, note)) {
    if (Date.now() > deadline) throw new Error(doesNotEnd(note.pid, dataDir))
    await sleep(20)
  }
}

function askToEnd(pid: number, dataDir: string): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM')
      throw new Error(doesNotEnd(pid, dataDir), { cause: error })
  }
}

function doesNotEnd(pid: number, dataDir: string): string {
  return (
    `A database server (process ${pid}) is still running on ${dataDir} and could not be stopped. ` +
    `Stop it with "kill -INT ${pid}" as the user it belongs to, then start again.`
  )
}

/** The socket file of a server with its sockets in the folder. PostgreSQL keeps a lock file next to it. */
export function socketFileOf(folder: string): string {
  return join(folder, `.s.PGSQL.${postgresPort}`)
}

function pidFileOf(dataDir: string): string {
  return join(dataDir, 'postmaster.pid')
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
