// The generated files of the repository, made from their sources: what `npm run generate` writes and `npm run check` compares.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { areas, documentOf, type OpenApiDocument } from '../server/http/openapi.ts'
import { temporaryPostgres } from '../server/platform/temporary-postgres.ts'
import { migrate } from '../server/platform/migrations.ts'
import { serverParts } from '../server/server-parts.ts'
import { buildServer } from '../server/server.ts'
import { configurationPage } from './configuration-docs.ts'
import { routesPage } from './routes.ts'
import { schemaSource, tablesSource } from './tables.ts'

export interface GeneratedFile {
  readonly path: string
  readonly content: string
}

/** Makes every generated file from an empty database and the routes of a server that is never listened to. */
export async function generatedFiles(): Promise<readonly GeneratedFile[]> {
  const postgres = await temporaryPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'chancery-generate-'))
  const pool = new pg.Pool(postgres.connection)
  try {
    await migrate(pool)
    const client = await pool.connect()
    const database = [
      { path: 'server/platform/tables.ts', content: await tablesSource(client) },
      { path: 'migrations/schema.sql', content: await schemaSource(client) },
    ]
    client.release()
    const config = readConfig({ CHANCERY_STATE_DIR: folder, CHANCERY_LOG_LEVEL: 'silent' })
    const app = await buildApp(config, postgres.connection)
    const server = await buildServer(app, serverParts(app))
    const routes = await routesPage(server)
    await server.ready()
    const document = server.swagger() as unknown as OpenApiDocument
    await server.close()
    await app.close()
    return [
      ...database,
      { path: 'docs/configuration.md', content: configurationPage() },
      { path: 'docs/routes.md', content: routes },
      ...areas.map((area) => ({
        path: area === 'v2' ? 'openapi/v2.json' : `openapi/${area}.v1.json`,
        content: `${JSON.stringify(documentOf(document, area), null, 2)}\n`,
      })),
    ]
  } finally {
    await pool.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
