// The database that comes with the product: the packaged PostgreSQL, run on a folder of the installation while the
// server is running. It is reachable only through a unix socket, accessible to its account and root alone.
//
// Terms: the state folder (state-folder.ts) contains everything an installation must not lose; one server locks it at a
// time (state-lock.ts); the data folder `postgres` in it is the cluster (postgres-cluster.ts); its server process is
// guarded (postgres-process.ts) and supervised (postgres-supervisor.ts), and the remains of a killed one are cleared
// (postgres-pid-file.ts).
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, postgresAccount } from '../../settings/postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { type Cluster, databaseName, databaseRole, ensureCluster } from './postgres-cluster.ts'
import { limitLogSize } from './postgres-log.ts'
import { stopOrphanedServer, isServerOf, postgresPort, readPidFile } from './postgres-pid-file.ts'
import { superviseServer } from './postgres-supervisor.ts'
import { type PostgresProcess, type ProcessOptions, runPostgres } from './postgres-process.ts'
import { writeSettings } from './postgres-settings.ts'
import { makeSocketDir, remakeSocketDir } from './postgres-socket.ts'
import { makeStateDir } from '../../installation/state-folder.ts'
import { lockState, stateHolder } from '../../installation/state-lock.ts'

/** How to connect: accepted by `new Pool(connection)` of pg. `host` is the folder of the unix socket. */
export type PostgresConnection = { host: string; port: number; user: string; database: string; ssl: false }

/** A running embedded database. */
export type EmbeddedPostgres = {
  connection: PostgresConnection
  /** Stops the database and releases the state folder. Close pools first: open connections are cut. */
  stop(): Promise<void>
}

/** How to start the embedded database. */
export type EmbeddedPostgresOptions = {
  stateDir: string
  /** Called with a message before anything that may take long. */
  onProgress?: (message: string) => void
  /** Called when the database has exited and could not be restarted. The server cannot continue then. */
  onUnexpectedEnd?: (error: Error) => void
}

/**
 * Starts the database of a state folder, and creates both if they do not exist. Throws an error for the operator if
 * another server uses the folder, or the database cannot run here.
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
 * The connection to the database of the server running on this state folder, or undefined if there is none. For
 * commands that work alongside a running server.
 */
export function runningEmbeddedPostgres(stateDir: string): PostgresConnection | undefined {
  const note = readPidFile(dataDirOf(stateDir))
  if (!note?.ready || !isServerOf(dataDirOf(stateDir), note) || !stateHolder(stateDir)) return undefined
  return connectionTo(note.socketDir)
}

/** Whether there is a database in this state folder, running or not. */
export function hasEmbeddedPostgres(stateDir: string): boolean {
  return existsSync(dataDirOf(stateDir))
}

/** The connection as a URL, for programs that expect DATABASE_URL. */
export function connectionUrl({ host, port, user, database }: PostgresConnection): string {
  const place = { host, port: String(port), user }
  const query = Object.entries(place).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `postgresql:///${encodeURIComponent(database)}?${query.join('&')}`
}

async function start(options: EmbeddedPostgresOptions, account: Account) {
  const { stateDir, onProgress } = options
  const dataDir = dataDirOf(stateDir)
  const binaries = await postgresBinaries(account, join(stateDir, 'postgres-programs'), onProgress)
  await stopOrphanedServer(dataDir, onProgress)
  const cluster: Cluster = { dataDir, binaries, account, throwAway: false }
  await ensureCluster(cluster, onProgress)

  const logFile = join(stateDir, 'postgres.log')
  const settingsFile = await writeSettings(cluster)
  const socketDir = await makeSocketDir(dataDir, account)
  const run = () => runWithRetry({ cluster, settingsFile, logFile, onProgress, socketDir })
  const first = await run()
  const log = limitLogSize(logFile)
  const kept = superviseServer({
    first,
    async startAgain() {
      // with the same settings and the same socket, which the pools of all processes use
      await stopOrphanedServer(dataDir, onProgress)
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

// After the whole database was killed, a running query continues until it notices, and holds the shared memory.
async function runWithRetry(options: Omit<ProcessOptions, 'removeAtEnd'>): Promise<PostgresProcess> {
  const { cluster, socketDir } = options
  const begin = Date.now()
  for (let announced = false; ; announced = true) {
    await remakeSocketDir(socketDir, cluster)
    const removeAtEnd = socketDir === cluster.dataDir ? undefined : socketDir
    try {
      return await runPostgres({ ...options, removeAtEnd })
    } catch (error) {
      if (!String(error).includes('shared memory block') || Date.now() > begin + 60_000) throw error
      if (!announced) options.onProgress?.('Waiting for the last query of a database that was killed')
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
