// Applies migrations/*.sql, each once, in order, each in its own transaction. Forward only.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withExclusiveLock } from './exclusive-lock.ts'

const folder = new URL('../../../migrations/', import.meta.url)
/** The advisory lock key of migrations, arbitrary but used by no other program on the same database. */
export const migrationLock = 7_264_831

interface MigrateOptions {
  readonly onApplied?: (name: string) => void
  /** Apply only these: the schema version of an older backup. */
  readonly only?: ReadonlySet<string>
}

/**
 * Migrates the database to the schema of this version and returns the migrations applied. Processes that start together
 * wait for one another. Throws if an applied migration has been edited since, or if the database is newer.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<readonly string[]> {
  return withExclusiveLock(pool, migrationLock, () => applyPending(pool, options))
}

async function applyPending(pool: pg.Pool, { onApplied, only }: MigrateOptions): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query(
      'create table if not exists schema_migrations (name text not null, checksum text not null, applied_at timestamptz not null, constraint schema_migrations_pkey primary key (name))',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const migrations = await readMigrations()
    refuseWhatDoesNotFit(applied, migrations)
    const pending = migrations.filter(({ name }) => !applied.has(name) && (only?.has(name) ?? true))
    for (const migration of pending) {
      await applyOne(client, migration)
      onApplied?.(migration.name)
    }
    return pending.map(({ name }) => name)
  } finally {
    client.release()
  }
}

/** The names of what `migrate` would apply; throws if it would. */
export async function pendingMigrations(pool: pg.Pool): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  const { rows } = tables[0]?.there
    ? await pool.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
    : { rows: [] }
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const migrations = await readMigrations()
  refuseWhatDoesNotFit(applied, migrations)
  return migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
}

/** Throws if this version does not have exactly these migrations, and therefore cannot read data in their schema. */
export async function checkMigrationsKnown(
  applied: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  refuseWhatDoesNotFit(new Map(applied.map(({ name, checksum }) => [name, checksum])), await readMigrations())
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** The migrations of this version, in order, each with the SHA-256 of its text. */
export async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function refuseWhatDoesNotFit(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new Error(
        `The database has the migration ${name}, which this version does not have. Run a newer version.`,
      )
    if (known.get(name) !== checksum)
      throw new Error(
        `The migration ${name} was edited after it had been applied. Undo the edit and add a new migration.`,
      )
  }
}

async function applyOne(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query(sql)
    await client.query(
      'insert into schema_migrations (name, checksum, applied_at) values ($1, $2, clock_timestamp())',
      [name, checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(
      `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
