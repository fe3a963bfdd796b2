// The gauges of an installation, requested as /metrics does.
import { sql } from 'kysely'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../events/change.ts'
import { installationGauges, measureInstallation } from './installation-metrics.ts'

const parts = useTestApp()

const values = async () => {
  const text = await register.metrics()
  return new Map(
    [...text.matchAll(/^(chancery_\S+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  )
}

test('jobs that are due or have failed for good, and the database, are counted', async () => {
  const { app } = parts
  await internalTransaction(app, (tx) =>
    sql`select graphile_worker.add_job('due-one', run_at => ${new Date(app.clock.now().getTime() - 60_000)}),
        graphile_worker.add_job('later', run_at => ${new Date(app.clock.now().getTime() + 60_000)}),
        graphile_worker.add_job('hopeless', max_attempts => 1)`.execute(tx),
  )
  await internalTransaction(app, (tx) =>
    sql`update graphile_worker._private_jobs set attempts = max_attempts where max_attempts = 1`.execute(tx),
  )
  measureInstallation(app)
  expect(installationGauges).toHaveLength(12)
  const found = await values()
  expect(found.get('chancery_jobs_due')).toBe(1)
  expect(found.get('chancery_jobs_failed')).toBe(1)
  expect(found.get('chancery_jobs_oldest_seconds')).toBe(60)
  expect(found.get('chancery_deliveries_due')).toBe(0)
  expect(found.get('chancery_database_up')).toBe(1)
  expect(found.get('chancery_database_bytes')).toBeGreaterThan(1_000_000)
  expect(found.get('chancery_disk_free_bytes')).toBeGreaterThan(1_000_000)
  expect(found.has('chancery_database_connections{state="waiting"}')).toBe(true)
})

test('an unavailable database is reported, and the other metrics are still there', async () => {
  const { log, clock, database, config } = parts.app
  const failing = Object.assign(Object.create(database.kysely) as typeof database.kysely, {
    getExecutor: () => {
      throw new Error('away')
    },
  })
  measureInstallation({ log, clock, config, database: { ...database, kysely: failing } })
  const found = await values()
  expect(found.get('chancery_database_up')).toBe(0)
  expect(found.get('chancery_jobs_due')).toBe(undefined)
  expect(found.has('chancery_database_connections{state="idle"}')).toBe(true)
})
