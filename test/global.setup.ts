// Once per run: a database server with a migrated template in it that each test file clones.
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { temporaryPostgres } from '../server/platform/postgres/packaged/temporary-postgres.ts'
import { processRuns } from '../server/platform/installation/process-identity.ts'
import { makeThrowAwayFolder } from '../server/platform/postgres/packaged/temporary-folder.ts'
import { prepare, preparedCluster } from './servers/prepared-cluster.ts'

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
    /** A folder that is removed after the run. */
    runFolder: string
  }
}

/** Starts the server, or prepares the one of CHANCERY_TEST_DATABASE_SERVER (JSON). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['CHANCERY_TEST_DATABASE_SERVER']
  const postgres = given ? await givenServer(given) : await ownServer()
  const { database: _, ...server }: ServerSettings & { database?: string } = postgres.connection
  const runFolder = makeThrowAwayFolder(`chancery-run-${process.pid}-`)
  removeLeft(dirname(runFolder))
  // of the workers, which are started after this, and of what they start, in part for other accounts
  chmodSync(runFolder, 0o1777)
  process.env['TMPDIR'] = runFolder
  project.provide('server', server)
  project.provide('runFolder', runFolder)
  return async () => {
    await postgres.stop()
    await rm(runFolder, { recursive: true, force: true })
  }
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

/** The folders of runs that were killed. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^chancery-run-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !processRuns(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}
