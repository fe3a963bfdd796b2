// Running the jobs that a change has stored, as a worker does.
import { jobs, runJob } from '../server/process/worker.ts'
import type { App } from '../server/platform/app.ts'
import { sql } from 'kysely'
import { internalTransaction } from '../server/platform/events/change.ts'

/** Runs the stored jobs that index files, each once, and removes them. */
export async function runFileJobs(app: App): Promise<void> {
  const stored = await internalTransaction(app, async (tx) => {
    const { rows } = await sql<{ id: string; payload: unknown }>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'index-file' returning j.id, j.payload`.execute(tx)
    return rows
  })
  const job = jobs.find(({ name }) => name === 'index-file')
  if (!job) throw new Error('There is no job index-file')
  for (const { payload } of stored) await runJob(app, job, payload)
}
