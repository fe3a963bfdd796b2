// The demo of a sandbox is created once: at the first start on an empty database, or when the operator asks for it.
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { withExclusiveLock } from '../../platform/postgres/exclusive-lock.ts'

// any number that is not used elsewhere for an advisory lock
const lockKey = 7_264_832

interface Options {
  /** The operator asks for it: also in a database that is in use, and anything missing is created again. */
  readonly asked?: boolean
  /** Called before anything is created. */
  readonly onProgress?: (message: string) => void
}

/**
 * Ensures that a sandbox has its demo, and returns whether it has one. Several processes may start at once: one creates
 * it and the others wait. An interrupted one is completed.
 */
export async function ensureDemo(app: App, options: Options = {}): Promise<boolean> {
  if (app.config.environment !== 'sandbox' || app.config.offline) return false
  if (!options.asked && (await demoState(app)) === 'finished') return true
  return whileNobodyElseMakesIt(app, () => makeDemo(app, options))
}

/** Runs the work while no other process makes or removes the demo; waits for one that does. */
export const whileNobodyElseMakesIt = <Result>(app: App, work: () => Promise<Result>): Promise<Result> =>
  withExclusiveLock(app.database.pool, lockKey, work)

async function makeDemo(app: App, { asked = false, onProgress }: Options): Promise<boolean> {
  const state = await demoState(app)
  if (state === 'finished' && !asked) return true
  if (state === 'absent') {
    if (!asked && !(await isEmpty(app))) return false
    await internalTransaction(app, (tx, now) => tx.insertInto('demo').values({ begun_at: now }).execute())
  }
  onProgress?.('Making the demo organisations')
  await completeDemo(app)
  return true
}

/** Makes whatever is missing of the demo, whose row exists. Within `whileNobodyElseMakesIt`. */
export async function completeDemo(app: App): Promise<void> {
  // loaded on demand: every start checks, few need it
  const { seedDemo } = await import('./seed.ts')
  await seedDemo(app)
  await internalTransaction(app, (tx, now) => tx.updateTable('demo').set({ finished_at: now }).execute())
}

async function demoState(app: App): Promise<'absent' | 'begun' | 'finished'> {
  const row = await app.db.selectFrom('demo').select('finished_at').executeTakeFirst()
  if (!row) return 'absent'
  return row.finished_at === null ? 'begun' : 'finished'
}

async function isEmpty(app: App): Promise<boolean> {
  return (await app.db.selectFrom('organisations').select('id').limit(1).execute()).length === 0
}
