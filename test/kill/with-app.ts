// Opens the installation alongside its running server, as commands do.
import { type RunningApp, buildApp } from '../../server/operations/process/app.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { runningEmbeddedPostgres } from '../../server/platform/postgres/packaged/embedded-postgres.ts'
import { createLog } from '../../server/platform/installation/log.ts'

/** Runs the work on the database and storage of the server that is running on the folder. */
export async function withAppOf<Result>(
  stateDir: string,
  work: (app: RunningApp) => Promise<Result>,
): Promise<Result> {
  const connection = runningEmbeddedPostgres(stateDir)
  if (!connection) throw new Error(`No server is running on ${stateDir}`)
  const config = { ...readConfig({ CHANCERY_STATE_DIR: stateDir }), databaseConnections: 2 }
  const app = await buildApp(config, connection, { log: createLog('silent') })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}
