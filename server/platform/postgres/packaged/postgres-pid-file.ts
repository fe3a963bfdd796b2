// What PostgreSQL notes down in its data folder while it runs (postmaster.pid), and what to make of a note whose
// server we did not start: it may be gone, its process id may belong to another program, or it may still run.
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOfProcess, processRuns } from '../../installation/process-identity.ts'

/** The port is only a part of the socket's file name: the server does not listen on the network. */
export const postgresPort = 5432

/** The note of a running server. `text` is the whole of it: no two servers write the same. */
export type PidFile = { pid: number; socketDir: string; ready: boolean; text: string }

const patienceMs = 120_000

/** The data folder's note, or undefined when there is none (or it is being written). */
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

/** Whether the process of the note is a PostgreSQL server on this very folder. */
export function isServerOf(dataDir: string, note: PidFile): boolean {
  const [program, ...words] = commandOfProcess(note.pid)
  if (!program || basename(program) !== 'postgres' || !processRuns(note.pid)) return false
  const folder = words[words.indexOf('-D') + 1]
  return folder !== undefined && (folder === dataDir || realPath(folder) === realPath(dataDir))
}

/**
 * Brings the folder into a state in which a server can start: a server left running by a killed process is ended
 * (and waited for), a note of one that is gone is removed. Only for the holder of the state folder's lock. Throws
 * when the server that was left does not end.
 */
export async function clearLeftServer(
  dataDir: string,
  onProgress?: (message: string) => void,
): Promise<void> {
  const note = readPidFile(dataDir)
  if (note && isServerOf(dataDir, note)) await endLeftServer(dataDir, note, onProgress)
  // PostgreSQL would not start beside a note whose process id by now belongs to another program, or that a power failure
  // has emptied. Without the notes it still finds out by the shared memory whether anything works on the folder.
  rmSync(pidFileOf(dataDir), { force: true })
  rmSync(`${socketFileOf(dataDir)}.lock`, { force: true })
}

async function endLeftServer(dataDir: string, note: PidFile, onProgress?: (message: string) => void) {
  onProgress?.('Ending the database of a server that was killed')
  const deadline = Date.now() + patienceMs
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
    `A database server (process ${pid}) still runs on ${dataDir} and could not be ended. ` +
    `End it with "kill -INT ${pid}" as the user it belongs to, then start again.`
  )
}

/** The socket of a server whose sockets lie in the folder. Beside it, in `.lock`, PostgreSQL keeps a second note. */
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
