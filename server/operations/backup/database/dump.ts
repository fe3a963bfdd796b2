// Dumps the rows of the database from one snapshot. Why not pg_dump, and why as text: docs/decisions/0034-backups.md.
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrationLock } from '../../../platform/postgres/migrations.ts'
import {
  type CatalogTable,
  leftOut,
  quoted,
  readPartitions,
  readSequences,
  readTables,
  textForm,
} from '../archive/catalog.ts'
import type { Manifest, TableInBackup } from '../archive/manifest.ts'
import { writeParts } from '../archive/parts.ts'
import type { Repository } from '../archive/repository.ts'
import { createLineCutter, digestRows, type RowsDigest } from './rows-digest.ts'

/** A snapshot of the database, valid until it is closed. */
export interface Snapshot {
  readonly client: pg.Client
  readonly tables: readonly CatalogTable[]
  close(): Promise<void>
}

/** Takes the snapshot. Migrations wait until it is closed; nothing else does. */
export async function openSnapshot(connection: pg.ClientConfig): Promise<Snapshot> {
  const clients = [await connect(connection), await connect(connection)] as const
  const [guard, client] = clients
  const close = async () => void (await Promise.allSettled(clients.map((each) => each.end())))
  try {
    await guard.query('begin read only; set local idle_in_transaction_session_timeout = 0')
    await guard.query('set local statement_timeout = 0')
    await guard.query('select pg_advisory_xact_lock_shared($1)', [migrationLock])
    const tables = await readTables(guard)
    await client.query('begin isolation level repeatable read, read only')
    await client.query(textForm)
    // before the first query, which fixes the snapshot: no table may be altered between then and its dump
    await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    await client.query('select 1')
    return { client, tables, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  // the password of a pool's options is not enumerable, so spreading would lose it
  const client = new pg.Client({
    ...connection,
    password: connection.password,
    application_name: 'chancery backup',
  })
  // a broken connection fails its query; the listener only keeps the event from ending the process
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The metadata of a snapshot. */
export async function describeSnapshot({
  client,
}: Snapshot): Promise<Pick<Manifest, 'takenAt' | 'postgres' | 'migrations' | 'partitions' | 'sequences'>> {
  const read = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows
  const [moment] = await read<{ at: Date; version: string }>(
    `select transaction_timestamp() as at, current_setting('server_version') as version`,
  )
  return {
    takenAt: (moment?.at ?? new Date(0)).toISOString(),
    postgres: moment?.version ?? '',
    migrations: await read('select name, checksum from schema_migrations order by name'),
    partitions: await readPartitions(client),
    sequences: await readSequences(client),
  }
}

/** Dumps the rows of one table. */
export async function dumpTable(
  repository: Repository,
  { client }: Snapshot,
  { name, columns }: CatalogTable,
  prefix: string,
): Promise<TableInBackup> {
  const digest = digestRows()
  const lines = readRows(client, { name, columns }, leftOut.get(name))
  const parts = await writeParts(repository, `${prefix}${name}-`, lines, digest.add)
  return { name, columns: [...columns], rows: digest.rows, digest: digest.hex(), parts: [...parts] }
}

type Columns = Pick<TableInBackup, 'name'> & { readonly columns: readonly string[] }

/** The rows of a table, in the text form of COPY; `instead` has values for columns that are left out. */
function readRows(
  client: pg.Client,
  { name, columns }: Columns,
  instead: Readonly<Record<string, string>> = {},
): AsyncIterable<Buffer> {
  const values = columns.map((column) => instead[column] ?? quoted(column))
  return client.query(copyTo(`copy (select ${values.join(', ')} from ${quoted(name)}) to stdout`))
}

/** The digest of the current rows of a table. */
export async function digestTable(client: pg.Client, table: Columns): Promise<RowsDigest> {
  const digest = digestRows()
  const cutter = createLineCutter(digest.add)
  for await (const chunk of readRows(client, table)) cutter.add(chunk)
  cutter.end()
  return digest
}
