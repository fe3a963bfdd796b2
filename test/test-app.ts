// A whole process for a test file: real database, disk storage in a temporary folder, a clock in the test's hand.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { buildApp, type RunningApp } from '../server/operations/process/app.ts'
import { readConfig } from '../server/platform/settings/config.ts'
import type { Server } from '../server/http/route.ts'
import { createLog } from '../server/platform/installation/log.ts'
import { buildServer } from '../server/operations/process/server.ts'
import { serverParts } from '../server/operations/process/server-parts.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { countedWrongly } from './lists/counts.ts'
import { cloneDatabase } from './database.ts'
import { compareAnswers } from './described-answers.ts'
import { cloneDemo } from './servers/demo-template.ts'
import { loadQueryRules } from './house/query-rules.ts'
import { watchQueries } from './house/watch-queries.ts'
import { refuseSecondConnections } from './one-connection.ts'
import { schemaCompilers } from './schema-compilers.ts'

/** A program that makes a PDF of one page of every document. */
export const officeStandIn = fileURLToPath(new URL('peers/soffice.sh', import.meta.url))

export interface TestApp {
  readonly app: RunningApp
  readonly server: Server
  readonly clock: TestClock
}

/**
 * Starts the process before the file's tests and ends it after them; the parts are there from `beforeAll` on. The file
 * fails when a statement of the product broke the rules of test/house/query-rules.ts, or wrote a record and did not
 * count it; a call fails when its answer is not what the OpenAPI documents say, or when a transaction asks for a second
 * connection. With `demo`, the organisations of the demo are there.
 */
export function useTestApp(env: Record<string, string> = {}, { demo = false } = {}): TestApp {
  const parts: { -readonly [Name in keyof TestApp]?: TestApp[Name] } = {}
  let end = async () => {}
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-test-'))
    const database = await (demo ? cloneDemo(folder) : cloneDatabase())
    const config = readConfig({
      CHANCERY_STATE_DIR: folder,
      CHANCERY_LOG_LEVEL: process.env['CHANCERY_TEST_LOG_LEVEL'] ?? 'silent',
      // every test calls from the same address
      CHANCERY_RATE_LIMITS: 'off',
      // the same on every machine
      CHANCERY_LIBREOFFICE: officeStandIn,
      // none listens there: no test asks a real one
      CHANCERY_NAME_SERVERS: '127.0.0.1:9',
      CHANCERY_DATABASE_CONNECT_SECONDS: '300',
      ...env,
    })
    const clock = createTestClock()
    const app = await buildApp(config, database.connection, { clock, log: createLog(config.logLevel) })
    await app.vault.prepare()
    await app.keys.prepare()
    await loadQueryRules()
    const wrongQueries = watchQueries(app.database)
    refuseSecondConnections(app.database)
    const server = await buildServer(app, {
      ...serverParts(app, { milliseconds: 0 }),
      compilers: schemaCompilers,
    })
    await server.ready()
    compareAnswers(server)
    Object.assign(parts, { app, server, clock })
    end = async () => {
      const miscounted = await countedWrongly(app)
      await server.close()
      await app.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      const wrong = wrongQueries()
      if (wrong.length > 0) throw new Error(wrong.join('\n\n'))
      if (miscounted > 0)
        throw new Error(
          `${miscounted} counts of records were wrong: see record-counts.ts. What a test writes past the commands, it counts with recountAll.`,
        )
    }
  })
  afterAll(async () => {
    await end()
    // the file's module outlives it, and must not keep what is closed
    end = async () => {}
    delete parts.app
    delete parts.server
    delete parts.clock
  })
  return new Proxy({} as TestApp, {
    get: (_, name: keyof TestApp) => {
      const part = parts[name]
      if (!part) throw new Error(`The test app has no ${name} before beforeAll has run`)
      return part
    },
  })
}
