// The job runner is stopped while it starts again after it lost the database: stopping ends all the same.
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { createRunnerEvents, keepRunning } from './job-runner.ts'

const parts = useTestApp()

test('a runner that is stopped while it starts again stops', async () => {
  const { log, database } = parts.app
  const events = createRunnerEvents()
  const startsAgain = Promise.withResolvers<void>()
  const query = database.pool.query.bind(database.pool) as (...args: unknown[]) => unknown
  const pool = Object.assign(Object.create(database.pool) as typeof database.pool, {
    query(...args: unknown[]) {
      if (String(args[0]).includes('force_unlock_workers')) startsAgain.resolve()
      return query(...args)
    },
  })
  const work = { concurrency: 1, taskList: { nothing: () => undefined } }
  const runner = await keepRunning({ log, database: { ...database, pool } }, work, events)
  // what a lost answer does
  events.emit('worker:getJob:error', { ctx: {} as never, worker: {} as never, error: new Error('lost') })
  await startsAgain.promise
  await expect(runner.stop()).resolves.toBeUndefined()
})
