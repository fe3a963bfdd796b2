// Loads the rows of a backup into an empty database: the schema at the backup's version, then everything in one
// transaction, which is committed only if each table has the rows that the manifest lists.
import { once } from 'node:events'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { monthOfPartition, partitionText } from '../../../platform/postgres/event-partitions.ts'
import { migrate } from '../../../platform/postgres/migrations.ts'
import { type Connection, withPool } from '../../process/database-server.ts'
import {
  transientTables,
  quoted,
  readIndexes,
  readPartitions,
  readReferences,
  readTables,
  textForm,
} from '../archive/catalog.ts'
import { digestTable } from './dump.ts'
import { DamagedBackup, type Manifest, type TableInBackup } from '../archive/manifest.ts'
import { readPart } from '../archive/parts.ts'
import { throwIfStopping, type ProgressOptions } from '../progress.ts'
import type { Repository } from '../archive/repository.ts'

/** Creates the schema at the version of the backup. */
export async function makeSchema(connection: Connection, { migrations }: Manifest): Promise<void> {
  const only = new Set(migrations.map(({ name }) => name))
  await withPool(connection, async (pool) => {
    await migrate(pool, { only })
    await migrateJobs({ pgPool: pool })
  })
}

/**
 * Loads all rows. Throws DamagedBackup if a part was altered; after an error nothing has been written. `beforeCommit`
 * runs in the same transaction.
 */
export async function loadRows(
  connection: Connection,
  { repository, manifest }: { readonly repository: Repository; readonly manifest: Manifest },
  progress: ProgressOptions,
  beforeCommit: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`begin; ${textForm}; set local maintenance_work_mem = '256MB'`)
    await refuseOtherTables(client, manifest)
    await makePartitions(client, manifest)
    // sequentially: adding foreign keys may require an index
    const indexes = await readIndexes(client)
    const references = await readReferences(client)
    for (const { drop } of [...references, ...indexes]) await client.query(drop)
    await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const [number, table] of manifest.tables.entries()) {
      throwIfStopping(progress)
      await loadTable(client, repository, table)
      progress.onProgress?.({ what: 'tables', done: number + 1, total: manifest.tables.length })
    }
    for (const { name, value, called } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, called])
    }
    for (const { add } of [...indexes, ...references]) {
      throwIfStopping(progress)
      await client.query(add)
    }
    await refuseOtherMigrations(client, manifest)
    await beforeCommit(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function refuseOtherTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const existing = new Map((await readTables(client)).map(({ name, columns }) => [name, [...columns].sort()]))
  const wrong = tables.filter(
    ({ name, columns }) => String(existing.get(name)) !== String([...columns].sort()),
  )
  const more = existing.size > tables.length
  if (wrong.length === 0 && !more) return
  throw new Error(
    `The tables in the backup do not match those this version creates at its schema level: ${wrong.map(({ name }) => name).join(', ') || 'some are missing'}.`,
  )
}

// The restored rows decide which migrations run next.
async function refuseOtherMigrations(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const asText = (some: readonly { name: string; checksum: string }[]) =>
    some
      .map(({ name, checksum }) => `${name} ${checksum}`)
      .sort()
      .join()
  if (asText(rows) === asText(migrations)) return
  throw new DamagedBackup('The list of migrations in the rows of the backup is not that of its manifest.')
}

async function makePartitions(client: pg.Client, { partitions }: Manifest): Promise<void> {
  const existing = new Set((await readPartitions(client)).map(({ name }) => name))
  for (const { name } of partitions) {
    if (existing.has(name)) continue
    const month = monthOfPartition(name)
    if (month === undefined) throw new DamagedBackup(`The backup has a partition that is none: ${name}.`)
    // from the name: no text of the backup is executed
    await client.query(partitionText(name, month))
  }
}

async function loadTable(client: pg.Client, repository: Repository, table: TableInBackup): Promise<void> {
  if (table.parts.length > 0) await copyParts(client, repository, table)
  const found = await digestTable(client, table)
  if (found.rows === table.rows && found.hex() === table.digest) return
  throw new DamagedBackup(
    `The table ${table.name} was restored with ${found.rows} rows that do not match the ${table.rows} rows of the backup.`,
  )
}

async function copyParts(client: pg.Client, repository: Repository, table: TableInBackup): Promise<void> {
  const columns = table.columns.map(quoted).join(', ')
  const stream = client.query(copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`))
  // its rejection is handled below, wherever it is awaited
  const ended = once(stream, 'finish')
  ended.catch(() => undefined)
  try {
    for (const part of table.parts) {
      const lines = await readPart(repository, part)
      if (!stream.write(lines)) await Promise.race([once(stream, 'drain'), ended])
    }
    stream.end()
  } catch (error) {
    stream.destroy()
    throw error
  }
  await ended
}

/** A description of what a non-empty database contains; undefined if it is empty. */
export async function describeExisting(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not c.relispartition
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`)
  const names = rows
    .map(({ name }) => name)
    .filter((name) => !transientTables.has(name.replace(/^public\./, '')))
  if (names.length === 0) return undefined
  const organisations = names.includes('public.organisations')
    ? await client.query<{ count: number }>('select count(*)::int as count from organisations')
    : undefined
  const count = organisations?.rows[0]?.count
  return `${names.length} tables and sequences${count === undefined ? `, such as ${names[0]}` : ` of Chancery, with ${count} organisations`}`
}
