// Jobs that index files, which are stored without the functions of the job runner.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { internalTransaction } from '../../platform/events/change.ts'
import { flagOf } from '../../platform/job-flags.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { indexSoon } from './queue-indexing.ts'

const parts = useTestApp()

const jobsOf = async (organisationId: number) => {
  const { rows } = await sql<{ readonly job: Readonly<Record<string, unknown>> }>`
    select to_jsonb(j) - array['id', 'payload', 'run_at', 'created_at', 'updated_at'] as job
    from graphile_worker._private_jobs j where j.payload ->> 'organisationId' = ${String(organisationId)}
    order by j.id`.execute(parts.app.db)
  return rows.map(({ job }) => job)
}

test('a job is stored as the job runner stores it', async () => {
  const organisationId = -1
  await internalTransaction(parts.app, async (tx) => {
    await sql`select graphile_worker.add_job('index-file', ${JSON.stringify({ organisationId, fileId: 1 })}::json,
      max_attempts => 8, priority => 10, flags => ${[flagOf(organisationId)]}::text[])`.execute(tx)
    indexSoon(tx, { organisationId, id: 1 })
  })
  const [theirs, ours, ...others] = await jobsOf(organisationId)
  expect(theirs).toBeDefined()
  expect(ours).toEqual(theirs)
  expect(others).toEqual([])
})

test('no job is lost before the job runner knows its name', async () => {
  const organisationId = -2
  const takenBack = new Error('the transaction is taken back')
  const stored = internalTransaction(parts.app, async (tx) => {
    await sql`update graphile_worker._private_tasks set identifier = 'another' where identifier = 'index-file'`.execute(
      tx,
    )
    indexSoon(tx, { organisationId, id: 1 })
    const { rows } = await sql<{ readonly name: string }>`
      select distinct t.identifier as name from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.payload ->> 'organisationId' = ${String(organisationId)}`.execute(tx)
    expect(rows).toEqual([{ name: 'index-file' }])
    throw takenBack
  })
  await expect(stored).rejects.toBe(takenBack)
})
