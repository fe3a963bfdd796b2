// A process that makes or restores a backup, reports when it has reached the requested step, and waits there until it
// is killed.
import { buildApp } from '../../server/operations/process/app.ts'
import { createBackup } from '../../server/operations/backup/create.ts'
import { openRepositoryFor } from '../../server/operations/backup/open-repository.ts'
import { openPlace } from '../../server/operations/backup/places/open-place.ts'
import type { Step } from '../../server/operations/backup/progress.ts'
import { openRepository } from '../../server/operations/backup/archive/repository.ts'
import { restoreBackup } from '../../server/operations/backup/restore.ts'
import { readConfig } from '../../server/platform/settings/config.ts'
import { createLog } from '../../server/platform/installation/log.ts'

interface Orders {
  readonly what: 'create' | 'restore'
  readonly at: { readonly step: string; readonly done: number }
  readonly place: string
  readonly connection: object
  readonly stateDir: string
  readonly key?: string
}

const { what, at, place, connection, stateDir, key } = JSON.parse(process.env['ORDERS'] ?? '{}') as Orders
const config = readConfig({
  CHANCERY_STATE_DIR: stateDir,
  CHANCERY_LOG_LEVEL: 'silent',
  ...(key === undefined ? {} : { CHANCERY_ENCRYPTION_KEY: key }),
})

const onProgress = (step: Step) => {
  if (step.what !== at.step || step.done < at.done) return
  process.stdout.write('there\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

if (what === 'create') {
  const app = await buildApp(config, connection, { log: createLog('silent') })
  const { opened } = await openRepositoryFor(app, place)
  await createBackup(app, opened, { onProgress })
} else {
  const repository = await openRepository(await openPlace(place, config), async () => undefined)
  await restoreBackup({ config, connection }, repository, {}, { onProgress })
}
