// What tests of backups need: places, an empty installation to restore into, and comparing two databases table by
// table.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type RunningApp, buildApp } from '../../server/operations/process/app.ts'
import { readTables } from '../../server/operations/backup/archive/catalog.ts'
import { digestTable } from '../../server/operations/backup/database/dump.ts'
import { openRepositoryFor } from '../../server/operations/backup/open-repository.ts'
import type { Repository } from '../../server/operations/backup/archive/repository.ts'
import { type Config, readConfig } from '../../server/platform/settings/config.ts'
import type { Server } from '../../server/http/route.ts'
import type { Clock } from '../../server/platform/time/clock.ts'
import { createLog } from '../../server/platform/installation/log.ts'
import { buildServer } from '../../server/operations/process/server.ts'
import { serverParts } from '../../server/operations/process/server-parts.ts'
import { emptyDatabase } from '../database.ts'
import { schemaCompilers } from '../schema-compilers.ts'

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The place for backups of the app in this folder, encrypted when there is a passphrase. */
export async function placeFor(
  app: RunningApp,
  address: string,
  backupPassphrase?: string,
): Promise<Repository> {
  const { opened } = await openRepositoryFor({ ...app, config: { ...app.config, backupPassphrase } }, address)
  return opened
}

export interface EmptyInstallation {
  readonly config: Config
  readonly connection: pg.PoolConfig
}

/** Settings that point to an empty database and an empty state folder, with this encryption key. */
export async function emptyInstallation(key?: string): Promise<EmptyInstallation> {
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const stateDir = await temporaryFolder()
  const config = readConfig({
    CHANCERY_STATE_DIR: stateDir,
    CHANCERY_LOG_LEVEL: 'silent',
    ...(key === undefined ? {} : { CHANCERY_ENCRYPTION_KEY: key }),
  })
  return { config, connection: database.connection }
}

/** The process that runs on what was restored. */
export async function startOn(
  { config, connection }: EmptyInstallation,
  clock?: Clock,
): Promise<{
  readonly app: RunningApp
  readonly server: Server
}> {
  const app = await buildApp(config, connection, {
    log: createLog('silent'),
    ...(clock ? { clock } : {}),
  })
  const server = await buildServer(app, {
    ...serverParts(app, { milliseconds: 0 }),
    compilers: schemaCompilers,
  })
  await server.ready()
  onTestFinished(async () => {
    await server.close()
    await app.close()
  })
  return { app, server }
}

/** The encryption key of the app, in base64. */
export const keyOf = async ({ config }: Pick<RunningApp, 'config'>): Promise<string> =>
  (await readFile(join(config.stateDir, 'encryption.key'), 'utf8')).trim()

/** For each table how many rows it has and their hash. */
export async function fingerprint(connection: pg.ClientConfig): Promise<Map<string, string>> {
  const client = new pg.Client({ ...connection, password: connection.password })
  await client.connect()
  try {
    const found = new Map<string, string>()
    for (const table of await readTables(client)) {
      const digest = await digestTable(client, table)
      found.set(table.name, `${digest.rows} ${digest.hex()}`)
    }
    return found
  } finally {
    await client.end()
  }
}

/** The tables that differ. */
export const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name)).sort()

/** The names of all files of a folder, below it. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** Turns one bit of a file around, in its middle. */
export async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await writeFile(path, bytes)
}
