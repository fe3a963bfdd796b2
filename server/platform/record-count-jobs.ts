// Background work on the counts of records: folding them, and looking at night whether they are right.
import Type from 'typebox'
import type { App } from './app.ts'
import { defineJob, type Job, type Recurring } from './jobs.ts'
import { foldCounts, recount } from './record-counts.ts'

const fold = defineJob({
  name: 'fold-record-counts',
  payload: Type.Unknown(),
  async run(app) {
    await foldCounts(app)
  },
})

/** Puts the counts of every organisation right; answers how many were not. */
export async function recountAll(app: App): Promise<number> {
  const organisations = await app.db.selectFrom('organisations').select('id').orderBy('id').execute()
  let mended = 0
  for (const { id } of organisations) {
    const wrong = await recount(app, id)
    if (wrong > 0)
      app.log.warn({ organisationId: id, wrong }, 'counts of records were wrong and are right again')
    mended += wrong
  }
  return mended
}

const recountJob = defineJob({
  name: 'recount-records',
  payload: Type.Unknown(),
  async run(app) {
    await recountAll(app)
  },
})

export const recordCountJobs: readonly Job[] = [fold, recountJob]

export const recordCountTimetable: readonly Recurring[] = [
  { at: '* * * * *', job: fold.name },
  { at: '23 2 * * *', job: recountJob.name },
]
