// Brings the rows of a backup into an empty database: schema of the backup's own level, then everything in one transaction, which
// is committed only when each table has the rows that the backup says.
import { once } from 'node:events'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../../platform/postgres/migrations.ts'
import { type Connection, withPool } from '../../process/database-server.ts'
import {
  passingTables,
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
import { checkGoingOn, type Watching } from '../progress.ts'
import type { Repository } from '../archive/repository.ts'

/** Makes the schema as the backup had it. */
export async function makeSchema(connection: Connection, { migrations }: Manifest): Promise<void> {
  const only = new Set(migrations.map(({ name }) => name))
  await withPool(connection, async (pool) => {
    await migrate(pool, { only })
    await migrateJobs({ pgPool: pool })
  })
}

/**
 * Loads all rows. Nothing is there afterwards when it throws: DamagedBackup when a part is not what was written. `beforeCommit`
 * runs in the same transaction.
 */
export async function loadRows(
  connection: Connection,
  { repository, manifest }: { readonly repository: Repository; readonly manifest: Manifest },
  watching: Watching,
  beforeCommit: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`begin; ${textForm}; set local maintenance_work_mem = '256MB'`)
    await refuseOtherTables(client, manifest)
    await makePartitions(client, manifest)
    // one after another: references may need an index to be there
    const indexes = await readIndexes(client)
    const references = await readReferences(client)
    for (const { drop } of [...references, ...indexes]) await client.query(drop)
    await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const [number, table] of manifest.tables.entries()) {
      checkGoingOn(watching)
      await loadTable(client, repository, table)
      watching.onProgress?.({ what: 'tables', done: number + 1, total: manifest.tables.length })
    }
    for (const { name, value, called } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, called])
    }
    for (const { add } of [...indexes, ...references]) {
      checkGoingOn(watching)
      await client.query(add)
    }
    await beforeCommit(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function refuseOtherTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const there = new Map((await readTables(client)).map(({ name, columns }) => [name, [...columns].sort()]))
  const wrong = tables.filter(({ name, columns }) => String(there.get(name)) !== String([...columns].sort()))
  const more = there.size > tables.length
  if (wrong.length === 0 && !more) return
  throw new Error(
    `The tables of the backup are not those that this version makes at its level: ${wrong.map(({ name }) => name).join(', ') || 'some are missing'}.`,
  )
}

async function makePartitions(client: pg.Client, { partitions }: Manifest): Promise<void> {
  const there = new Set((await readPartitions(client)).map(({ name }) => name))
  for (const { name, of, bounds } of partitions) {
    if (!there.has(name))
      await client.query(`create table ${quoted(name)} partition of ${quoted(of)} ${bounds}`)
  }
}

async function loadTable(client: pg.Client, repository: Repository, table: TableInBackup): Promise<void> {
  if (table.parts.length > 0) await copyParts(client, repository, table)
  const found = await digestTable(client, table)
  if (found.rows === table.rows && found.hex() === table.digest) return
  throw new DamagedBackup(
    `The table ${table.name} came back with ${found.rows} rows that are not the ${table.rows} of the backup.`,
  )
}

async function copyParts(client: pg.Client, repository: Repository, table: TableInBackup): Promise<void> {
  const columns = table.columns.map(quoted).join(', ')
  const stream = client.query(copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`))
  // its failure is thrown below, by whichever of the two waits for it
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

/** What a database holds that is not empty, in words; undefined when nothing is there. */
export async function whatIsThere(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not c.relispartition
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`)
  const names = rows
    .map(({ name }) => name)
    .filter((name) => !passingTables.has(name.replace(/^public\./, '')))
  if (names.length === 0) return undefined
  const organisations = names.includes('public.organisations')
    ? await client.query<{ count: number }>('select count(*)::int as count from organisations')
    : undefined
  const count = organisations?.rows[0]?.count
  return `${names.length} tables and counters${count === undefined ? `, such as ${names[0]}` : ` of Chancery, with ${count} organisations`}`
}
