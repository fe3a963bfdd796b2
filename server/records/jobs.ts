// Background work on records: merging the rows of their counts, and checking at night whether these are right; the words that occur in
// them; purging the bin.
import Type from 'typebox'
import type { App } from '../platform/app.ts'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { type PurgedKind, purgeRecords } from './commands/purge-record.ts'
import { foldCounts, recount } from './record-counts.ts'
import type { AnyKind, RecordTables } from './record-kind.ts'
import { collectWords } from './record-words.ts'

const fold = defineJob({
  name: 'fold-record-counts',
  payload: Type.Unknown(),
  async run(app) {
    await foldCounts(app)
  },
})

/** Corrects the counts of every organisation; returns how many were wrong. */
export async function recountAll(app: App, kinds: readonly RecordTables[]): Promise<number> {
  const organisations = await app.db.selectFrom('organisations').select('id').orderBy('id').execute()
  let corrected = 0
  for (const { id } of organisations) {
    const wrong = await recount(app, kinds, id)
    if (wrong > 0)
      app.log.warn({ organisationId: id, wrong }, 'counts of records were wrong and have been corrected')
    corrected += wrong
  }
  return corrected
}

const recountJob = (kinds: readonly RecordTables[]) =>
  defineJob({
    name: 'recount-records',
    payload: Type.Unknown(),
    async run(app) {
      await recountAll(app, kinds)
    },
  })

const collectJob = (kinds: readonly AnyKind[]) =>
  defineJob({
    name: 'collect-record-words',
    payload: Type.Unknown(),
    async run(app) {
      await collectWords(app, kinds)
    },
  })

const purgeJob = (purged: readonly PurgedKind[]) =>
  defineJob({
    name: 'purge-records',
    payload: Type.Unknown(),
    async run(app) {
      await purgeRecords(app, purged)
    },
  })

/** The jobs for these kinds of records. */
export const recordJobs = (kinds: readonly AnyKind[], purged: readonly PurgedKind[]): readonly Job[] => [
  purgeJob(purged),
  fold,
  recountJob(kinds),
  collectJob(kinds),
]

export const recordTimetable: readonly Recurring[] = [
  { at: '* * * * *', job: 'collect-record-words' },
  { at: '* * * * *', job: fold.name },
  { at: '23 2 * * *', job: 'recount-records' },
  { at: '47 * * * *', job: 'purge-records' },
]
