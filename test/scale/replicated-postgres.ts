// A real PostgreSQL with a real streaming replica, for tests of reading from it and of failing over to it.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { postgresBinaries } from '../../server/platform/postgres/packaged/postgres-binaries.ts'
import {
  type Cluster,
  databaseName,
  databaseRole,
  ensureCluster,
} from '../../server/platform/postgres/packaged/postgres-cluster.ts'
import { postgresPort, readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import {
  type PostgresProcess,
  runPostgres,
} from '../../server/platform/postgres/packaged/postgres-process.ts'
import { postgresAccount } from '../../server/platform/settings/postgres-account.ts'

export interface Replicated {
  /** The database, through an address that follows a failover. */
  readonly connection: pg.ClientConfig
  readonly replica: pg.ClientConfig
  /** Runs a statement as the superuser of one of the two. */
  ask<Row extends pg.QueryResultRow>(where: 'database' | 'replica', text: string): Promise<readonly Row[]>
  /** Kills the processes of one of them at once. */
  kill(which: 'database' | 'replica'): Promise<void>
  /** Makes the replica the database, and leads the address to it. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** Starts both. With `synchronous` the database acknowledges a commit only when the replica has it on disk. */
export async function startReplicated({ synchronous = false } = {}): Promise<Replicated> {
  const folder = await mkdtemp('/tmp/chancery-replicated-')
  const account = postgresAccount()
  const binaries = await postgresBinaries(account, join(folder, 'programs'))
  const own = () =>
    account ? execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]) : undefined
  const clusterIn = (name: string): Cluster => ({
    dataDir: join(folder, name),
    binaries,
    account,
    throwAway: true,
  })
  const [database, replica] = [clusterIn('database'), clusterIn('replica')]
  own()
  await ensureCluster(database)
  execFileSync('cp', ['-Rp', database.dataDir, replica.dataDir])
  writeFileSync(join(replica.dataDir, 'standby.signal'), '')
  const start = async (
    cluster: Cluster,
    settings: Readonly<Record<string, string>>,
  ): Promise<PostgresProcess> => {
    const socketDir = socketDirOf(cluster)
    await mkdir(socketDir)
    const settingsFile = `${cluster.dataDir}.conf`
    const lines = Object.entries({ ...common, ...settings }).map(([name, value]) => `${name} = '${value}'`)
    writeFileSync(settingsFile, [`include '${cluster.dataDir}/postgresql.conf'`, ...lines, ''].join('\n'))
    own()
    const logFile = `${cluster.dataDir}.log`
    return runPostgres({
      cluster,
      settingsFile,
      socketDir,
      logFile,
      removeAtEnd: undefined,
      onProgress: undefined,
    })
  }
  const running = [
    await start(database, synchronous ? { synchronous_standby_names: 'replica' } : {}),
    await start(replica, {
      primary_conninfo: `host=${socketDirOf(database)} port=${postgresPort} user=postgres application_name=replica`,
    }),
  ]
  const clusters = { database, replica }
  const address = await startAddress(join(folder, 'address'), socketDirOf(database))
  const at = (host: string) => ({ host, port: postgresPort, user: databaseRole, database: databaseName })
  const ask: Replicated['ask'] = (where, text) =>
    askOnce({ ...at(socketDirOf(clusters[where])), user: 'postgres' }, text)
  return {
    connection: at(address.folder),
    replica: at(socketDirOf(replica)),
    ask,
    async kill(which) {
      const pid = readPidFile(clusters[which].dataDir)?.pid
      if (pid) process.kill(pid, 'SIGKILL')
      await running[which === 'database' ? 0 : 1]?.ended
    },
    async failOver() {
      await ask('replica', 'select pg_promote()')
      address.leadTo(socketDirOf(replica))
    },
    async stop() {
      address.close()
      await Promise.all(running.map((each) => each.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const common = {
  wal_level: 'replica',
  wal_keep_size: '512MB',
  shared_buffers: '64MB',
  hot_standby: 'on',
  // what is tested is which server has a commit, not whether a disk does
  fsync: 'off',
}

const socketDirOf = ({ dataDir }: Cluster) => `${dataDir}-socket`

async function askOnce<Row extends pg.QueryResultRow>(
  where: pg.ClientConfig,
  text: string,
): Promise<readonly Row[]> {
  const client = new pg.Client(where)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** An address that stays the same while the server behind it changes, as a virtual address of a cluster does. */
async function startAddress(folder: string, socketDir: string) {
  await mkdir(folder)
  let behind = socketDir
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const server = createServer((socket) => {
    const upstream = connect(join(behind, `.s.PGSQL.${postgresPort}`))
    keep(socket)
    keep(upstream)
    socket.pipe(upstream).on('close', () => socket.destroy())
    upstream.pipe(socket).on('close', () => upstream.destroy())
  }).listen(join(folder, `.s.PGSQL.${postgresPort}`))
  await once(server, 'listening')
  return {
    folder,
    leadTo(next: string) {
      behind = next
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
