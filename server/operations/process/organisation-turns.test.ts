// Jobs of two organisations: one never takes the last slot of a runner.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { flagOf } from '../../platform/job-flags.ts'
import { createRunnerEvents, keepRunning } from './job-runner.ts'
import { organisationTurns } from './organisation-turns.ts'

const parts = useTestApp()

test('jobs of one organisation that never end leave a slot to those of another [S-21]', async () => {
  const { database } = parts.app
  const add = (organisationId: number, name: string) =>
    database.pool.query('select graphile_worker.add_job($1, json_build_object(), flags => array[$2])', [
      name,
      flagOf(organisationId),
    ])
  for (let count = 0; count < 6; count++) await add(1, 'hold')
  await add(2, 'quick')
  const over = Promise.withResolvers<void>()
  const ran: string[] = []
  let [holding, mostHolding] = [0, 0]
  const events = createRunnerEvents()
  const work = {
    concurrency: 3,
    pollInterval: 20,
    forbiddenFlags: organisationTurns(events, 2),
    taskList: {
      async hold() {
        mostHolding = Math.max(mostHolding, ++holding)
        await over.promise
        holding--
        ran.push('hold')
      },
      quick: async () => void ran.push('quick'),
    },
  }
  const runner = await keepRunning(parts.app, work, events)
  await expect.poll(() => ran).toEqual(['quick'])
  await pause(100)
  expect(mostHolding).toBe(2)
  over.resolve()
  await expect.poll(() => ran.length).toBe(7)
  expect(mostHolding).toBe(2)
  await runner.stop()
})
