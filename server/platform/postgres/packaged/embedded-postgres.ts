// The database that comes with the product: the packaged PostgreSQL, run on a folder of ours for as long as the server
// runs. It is reached by a unix socket only, which nobody but its account and root can open.
//
// Words: the state folder (state-folder.ts) holds everything an installation must not lose; one server holds it at a
// time (state-lock.ts); in it the data folder `postgres` is the cluster (postgres-cluster.ts); the process that runs on
// it is guarded (postgres-process.ts) and kept running (postgres-keeper.ts), and what a killed one leaves behind is cleared (postgres-pid-file.ts).
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, postgresAccount } from '../../../settings/postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type Cluster, databaseName, databaseRole, ensureCluster } from './postgres-cluster.ts'
import { keepLogSmall } from './postgres-log.ts'
import { clearLeftServer, isServerOf, postgresPort, readPidFile } from './postgres-pid-file.ts'
import { keepRunning } from './postgres-keeper.ts'
import { type PostgresProcess, type ProcessOptions, runPostgres } from './postgres-process.ts'
import { writeSettings } from './postgres-settings.ts'
import { makeSocketDir, remakeSocketDir } from './postgres-socket.ts'
import { makeStateDir } from '../../installation/state-folder.ts'
import { lockState, stateHolder } from '../../installation/state-lock.ts'

/** How to connect: what `new Pool(connection)` of pg takes. `host` is the folder of the unix socket. */
export type PostgresConnection = { host: string; port: number; user: string; database: string; ssl: false }

/** A running embedded database. */
export type EmbeddedPostgres = {
  connection: PostgresConnection
  /** Ends the database and frees the state folder. Close pools first: open connections are cut. */
  stop(): Promise<void>
}

/** How to start the embedded database. */
export type EmbeddedPostgresOptions = {
  stateDir: string
  /** Told what is being done, in words for the person who waits, before anything that may take long. */
  onProgress?: (message: string) => void
  /** Called when the database has ended and could not be started again. The server cannot go on then. */
  onUnexpectedEnd?: (error: Error) => void
}

/**
 * Starts the database of a state folder, and creates both when they are not there. Throws with words for the operator
 * when another server uses the folder, or the database cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { stateDir, onProgress } = options
  const account = postgresAccount()
  await checkOwner(dataDirOf(stateDir), account)
  await makeStateDir(stateDir, account)
  const lock = await lockState(stateDir, onProgress)
  try {
    const started = await start(options, account)
    return { connection: started.connection, stop: () => started.stop().finally(() => lock.release()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The connection to the database that a server runs on this state folder right now, or undefined when none does. For
 * commands that work beside a running server.
 */
export function runningEmbeddedPostgres(stateDir: string): PostgresConnection | undefined {
  const note = readPidFile(dataDirOf(stateDir))
  if (!note?.ready || !isServerOf(dataDirOf(stateDir), note) || !stateHolder(stateDir)) return undefined
  return connectionTo(note.socketDir)
}

/** The connection as a URL, for programs that take DATABASE_URL. */
export function connectionUrl({ host, port, user, database }: PostgresConnection): string {
  const place = { host, port: String(port), user }
  const query = Object.entries(place).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `postgresql:///${encodeURIComponent(database)}?${query.join('&')}`
}

async function start(options: EmbeddedPostgresOptions, account: Account) {
  const { stateDir, onProgress } = options
  const dataDir = dataDirOf(stateDir)
  const binaries = await postgresBinaries(account, join(stateDir, 'postgres-programs'), onProgress)
  await clearLeftServer(dataDir, onProgress)
  const cluster: Cluster = { dataDir, binaries, account, throwAway: false }
  await ensureCluster(cluster, onProgress)

  const logFile = join(stateDir, 'postgres.log')
  const settingsFile = await writeSettings(cluster)
  const socketDir = await makeSocketDir(dataDir, account)
  const run = () => runPatiently({ cluster, settingsFile, logFile, onProgress, socketDir })
  const first = await run()
  const log = keepLogSmall(logFile)
  const kept = keepRunning({
    first,
    async startAgain() {
      // by the same settings and the same socket, which the pools of all processes know
      await clearLeftServer(dataDir, onProgress)
      return run()
    },
    onProgress,
    onGivenUp: (error) => options.onUnexpectedEnd?.(new Error(`${error.message}\nSee ${logFile}`)),
  })
  const stop = () => {
    log.stop()
    return kept.stop()
  }
  return { connection: connectionTo(socketDir), stop }
}

// After the database was killed whole, a query that was running goes on until it notices, and holds the shared memory.
async function runPatiently(options: Omit<ProcessOptions, 'removeAtEnd'>): Promise<PostgresProcess> {
  const { cluster, socketDir } = options
  const begin = Date.now()
  for (let told = false; ; told = true) {
    await remakeSocketDir(socketDir, cluster)
    const removeAtEnd = socketDir === cluster.dataDir ? undefined : socketDir
    try {
      return await runPostgres({ ...options, removeAtEnd })
    } catch (error) {
      if (!String(error).includes('shared memory block') || Date.now() > begin + 60_000) throw error
      if (!told) options.onProgress?.('Waiting for the last query of a database that was killed')
      await sleep(200)
    }
  }
}

async function checkOwner(dataDir: string, account: Account): Promise<void> {
  const found = await stat(dataDir).catch(() => undefined)
  const expected = account?.uid ?? process.getuid?.()
  if (!found || found.uid === expected) return
  throw new Error(
    `The database in ${dataDir} belongs to the user with number ${found.uid}. Start Chancery as the user that started it ` +
      'before, or set CHANCERY_STATE_DIR to another folder.',
  )
}

function dataDirOf(stateDir: string): string {
  return join(stateDir, 'postgres')
}

function connectionTo(socketDir: string): PostgresConnection {
  return { host: socketDir, port: postgresPort, user: databaseRole, database: databaseName, ssl: false }
}
