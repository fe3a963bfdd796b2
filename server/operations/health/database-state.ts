// The database as administrators of the installation see it.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import type { Concern } from '../../platform/installation/concern.ts'
import { pendingMigrations } from '../../platform/postgres/migrations.ts'

/** One server that receives the log of the database. */
interface Replica {
  readonly state: string
  readonly synchronous: boolean
  /** How much of the log it has not applied; null where that is not known. */
  readonly bytesBehind: number | null
}

export interface DatabaseState {
  readonly version: string
  readonly bytes: number
  readonly connections: number
  readonly mostConnections: number
  /** The last migration that was applied, and how many are not. */
  readonly migration: string
  readonly pendingMigrations: number
  /** Whether lists are read from a replica. */
  readonly readsReplica: boolean
  /** Those that the role of the server may see. */
  readonly replicas: readonly Replica[]
}

/** Asks the database about itself. */
export async function readDatabaseState({ db, database, replica }: App): Promise<DatabaseState> {
  const [{ rows }, replicas, pending] = await Promise.all([
    sql<Omit<DatabaseState, 'replicas' | 'pendingMigrations' | 'readsReplica'>>`
      select current_setting('server_version') as version,
        pg_database_size(current_database())::float8 as bytes,
        (select count(*) from pg_stat_activity where datname = current_database())::int as connections,
        current_setting('max_connections')::int as "mostConnections",
        (select max(name) from schema_migrations) as migration`.execute(db),
    sql<Replica>`select coalesce(state, 'unknown') as state,
        coalesce(sync_state in ('sync', 'quorum'), false) as synchronous,
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "bytesBehind"
      from pg_stat_replication order by application_name, pid`.execute(db),
    pendingMigrations(database.pool),
  ])
  const [state] = rows
  if (!state) throw new Error('The database said nothing about itself')
  return {
    ...state,
    replicas: replicas.rows,
    pendingMigrations: pending.length,
    readsReplica: replica !== undefined,
  }
}

const farBehind = 256 * 1024 ** 2

/** What is wrong with it. */
export function databaseConcerns(state: DatabaseState): readonly Concern[] {
  const area = 'Database'
  const concerns: (Concern | undefined)[] = [
    state.pendingMigrations === 0
      ? undefined
      : {
          area,
          severity: 'Failing',
          problem:
            state.pendingMigrations === 1
              ? 'A migration has not been run.'
              : `${state.pendingMigrations} migrations have not been run.`,
          remedy: 'Run “node bin/chancery.mjs migrate”, or restart the server.',
        },
    state.connections < 0.9 * state.mostConnections
      ? undefined
      : {
          area,
          severity: 'Attention',
          problem: `${state.connections} of ${state.mostConnections} connections are in use.`,
          remedy:
            'Raise max_connections of the database, lower CHANCERY_DATABASE_CONNECTIONS, or put a pooler in between.',
        },
    state.replicas.every(({ bytesBehind }) => bytesBehind === null || bytesBehind < farBehind)
      ? undefined
      : {
          area,
          severity: 'Attention',
          problem: 'A replica of the database is far behind.',
          remedy:
            'Check the load and the network of the replica. Until it has caught up, reads go to the main database.',
        },
  ]
  return concerns.filter((concern) => concern !== undefined)
}
