// The demo of a sandbox is made once: at the first start on an empty database, or when the operator asks for it.
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/change.ts'
import { withExclusiveLock } from '../platform/postgres/exclusive-lock.ts'

// any number that no other part of us uses for an advisory lock
const lockKey = 7_264_832

interface Options {
  /** The operator asks for it: also in a database that others live in already, and what has gone missing is made again. */
  readonly asked?: boolean
  /** Told before anything is made. */
  readonly onProgress?: (message: string) => void
}

/**
 * Sees to it that a sandbox has its demo, and answers whether it has one now. Several processes may start at once: one makes it
 * and the others wait. One that was interrupted is finished.
 */
export async function ensureDemo(app: App, options: Options = {}): Promise<boolean> {
  if (app.config.environment !== 'sandbox' || app.config.offline) return false
  if (!options.asked && (await demoState(app)) === 'finished') return true
  return withExclusiveLock(app.database.pool, lockKey, () => makeDemo(app, options))
}

async function makeDemo(app: App, { asked = false, onProgress }: Options): Promise<boolean> {
  const state = await demoState(app)
  if (state === 'finished' && !asked) return true
  if (state === 'absent') {
    if (!asked && !(await isEmpty(app))) return false
    await internalTransaction(app, (tx, now) => tx.insertInto('demo').values({ begun_at: now }).execute())
  }
  onProgress?.('Making the demo organisations')
  // read when it is needed: every start looks whether it is
  const { seedDemo } = await import('./seed.ts')
  await seedDemo(app)
  await internalTransaction(app, (tx, now) => tx.updateTable('demo').set({ finished_at: now }).execute())
  return true
}

async function demoState(app: App): Promise<'absent' | 'begun' | 'finished'> {
  const row = await app.db.selectFrom('demo').select('finished_at').executeTakeFirst()
  if (!row) return 'absent'
  return row.finished_at === null ? 'begun' : 'finished'
}

async function isEmpty(app: App): Promise<boolean> {
  return (await app.db.selectFrom('organisations').select('id').limit(1).execute()).length === 0
}
