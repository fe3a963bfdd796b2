// The server of this process on a database that a test has started.
import { mkdtemp, rm } from 'node:fs/promises'
import type pg from 'pg'
import { createLog } from '../../server/platform/installation/log.ts'
import { buildApp } from '../../server/operations/process/app.ts'
import { serverParts } from '../../server/operations/process/server-parts.ts'
import { buildServer } from '../../server/operations/process/server.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { createTestClock } from '../clock.ts'
import { schemaCompilers } from '../schema-compilers.ts'
import type { TestApp } from '../test-app.ts'

/** Starts it on a migrated database; `end` closes it, not the database. */
export async function startServerOn(
  connection: pg.PoolConfig,
): Promise<TestApp & { readonly end: () => Promise<void> }> {
  const folder = await mkdtemp('/tmp/chancery-scale-')
  const clock = createTestClock()
  const config = readConfig({
    CHANCERY_STATE_DIR: folder,
    CHANCERY_LOG_LEVEL: 'silent',
    CHANCERY_RATE_LIMITS: 'off',
  })
  const app = await buildApp(config, connection, { clock, log: createLog('silent') })
  const server = await buildServer(app, {
    ...serverParts(app, { milliseconds: 0 }),
    compilers: schemaCompilers,
  })
  await server.ready()
  const end = async () => {
    await server.close()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { app, server, clock, end }
}
