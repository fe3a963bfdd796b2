// Once per run: a database server with a migrated template in it that each test file clones.
import type { TestProject } from 'vitest/node'
import { temporaryPostgres } from '../server/platform/postgres/packaged/temporary-postgres.ts'
import { prepare, preparedCluster } from './prepared-cluster.ts'

interface ServerSettings {
  readonly host: string
  readonly port?: number
  readonly user: string
  readonly password?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection settings of the run's database server, without a database. */
    server: ServerSettings
  }
}

/** Starts the server, or prepares the one of CHANCERY_TEST_DATABASE_SERVER (JSON). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['CHANCERY_TEST_DATABASE_SERVER']
  const postgres = given ? await givenServer(given) : await ownServer()
  const { database: _, ...server }: ServerSettings & { database?: string } = postgres.connection
  project.provide('server', server)
  return async () => postgres.stop()
}

async function givenServer(settings: string) {
  const connection = JSON.parse(settings) as ServerSettings
  await prepare(connection)
  return { connection, stop: async () => undefined }
}

async function ownServer() {
  const copyOf = await preparedCluster()
  const postgres = await temporaryPostgres({ copyOf })
  if (copyOf === undefined) await prepare(postgres.connection)
  return postgres
}
