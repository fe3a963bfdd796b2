// The generated files of the repository: what `npm run generate` writes and `npm run check` compares.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { api } from '../server/operations/process/api.ts'
import { buildApp } from '../server/operations/process/app.ts'
import { readConfig } from '../server/platform/settings/config.ts'
import { areas, documentOf, type OpenApiDocument } from '../server/http/openapi.ts'
import { migrate, readMigrations } from '../server/platform/postgres/migrations.ts'
import { temporaryPostgres } from '../server/platform/postgres/packaged/temporary-postgres.ts'
import { serverParts } from '../server/operations/process/server-parts.ts'
import { buildServer } from '../server/operations/process/server.ts'
import { configurationPage } from './configuration-docs.ts'
import { licencesPage } from './licences-page.ts'
import { documentedLists } from './odata-lists.ts'
import { odataPage } from './odata-page.ts'
import { noteFiles, routesPage } from './routes.ts'
import { schemaSource, tablesSource } from './tables.ts'
import { webCallsSource } from './web-calls.ts'

export interface GeneratedFile {
  readonly path: string
  readonly content: string
}

/** Creates every generated file from an empty database and the routes of a server that never listens. */
export async function generatedFiles(): Promise<readonly GeneratedFile[]> {
  const postgres = await temporaryPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'chancery-generate-'))
  try {
    const schema = await schemaFiles(postgres.connection)
    return [...schema, ...(await routeFiles(postgres.connection, folder)), configuration(), licences()]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function schemaFiles(connection: pg.PoolConfig): Promise<readonly GeneratedFile[]> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  await migrate(pool)
  const client = await pool.connect()
  try {
    return [
      { path: 'server/platform/postgres/tables.ts', content: await tablesSource(client) },
      { path: 'migrations/schema.sql', content: await schemaSource(client) },
      { path: checksums, content: await checksumsPage() },
    ]
  } finally {
    // closed rather than released: the database must not outlive it
    client.release(true)
    await pool.end()
  }
}

const checksums = 'migrations/checksums.txt'

/**
 * The recorded checksums in the order of their migrations, with those of new ones added. A recorded one never changes:
 * a test refuses an edited migration.
 */
async function checksumsPage(): Promise<string> {
  const path = new URL(`../${checksums}`, import.meta.url)
  const recorded = (existsSync(path) ? readFileSync(path, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
  const known = new Map(recorded.map((line) => [line.split('  ')[1] ?? '', line]))
  // two changes may have added theirs in another order than that of their numbers
  const lines = (await readMigrations()).map(
    ({ name, checksum }) => known.get(name) ?? `${checksum}  ${name}`,
  )
  const gone = recorded.filter((line) => !lines.includes(line))
  return [...lines, ...gone].map((line) => `${line}\n`).join('')
}

async function routeFiles(connection: pg.PoolConfig, folder: string): Promise<readonly GeneratedFile[]> {
  const config = readConfig({ CHANCERY_STATE_DIR: folder, CHANCERY_LOG_LEVEL: 'silent' })
  const app = await buildApp(config, connection)
  const files = new Map<string, string>()
  const server = await buildServer(app, { ...serverParts(app), routes: noteFiles(api, files) })
  try {
    await server.ready()
    const document = server.swagger() as unknown as OpenApiDocument
    return [
      { path: 'docs/routes.md', content: routesPage(server.routeTable, { files, document }) },
      { path: 'docs/odata-properties.md', content: odataPage(documentedLists(app), document) },
      { path: 'web/src/lib/api.generated.ts', content: webCallsSource(documentOf(document, 'v2')) },
      ...areas.map((area) => ({
        path: area === 'v2' ? 'openapi/v2.json' : `openapi/${area}.v1.json`,
        content: `${JSON.stringify(documentOf(document, area), null, 2)}\n`,
      })),
    ]
  } finally {
    await server.close()
    await app.close()
  }
}

const configuration = (): GeneratedFile => ({
  path: 'docs/configuration.md',
  content: configurationPage(),
})

const licences = (): GeneratedFile => ({
  path: 'docs/third-party-licences.md',
  content: licencesPage(new URL('../package-lock.json', import.meta.url)),
})
