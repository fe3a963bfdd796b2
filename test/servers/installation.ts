// An installation as a first start leaves it, without anybody in it.
import { migrateEverything, openDatabaseServer } from '../../server/operations/process/database-server.ts'
import { readConfig } from '../../server/platform/settings/config.ts'

/** Creates the embedded database of a state folder, brings it to this version, and stops it. */
export async function createInstallation(stateDir: string): Promise<void> {
  const config = readConfig({ CHANCERY_STATE_DIR: stateDir })
  const fail = (error: Error) => {
    throw error
  }
  const database = await openDatabaseServer(config, { onProgress: () => undefined, onUnexpectedEnd: fail })
  await migrateEverything(database.connection, () => undefined)
  await database.stop()
}
