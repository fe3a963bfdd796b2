// Background work on records: merging the rows of their counts, and checking at night whether these are right; the
// words that occur in them; purging the bin.
import type { App } from '../platform/app.ts'
import { defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { type PurgedKind, purgeRecords } from './commands/purge-record.ts'
import { foldCounts, recount } from './lists/record-counts.ts'
import type { AnyKind, RecordTables } from './record-kind.ts'
import { collectWords } from './lists/record-words.ts'

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

/** The jobs for these kinds of records. */
export const recordJobs = (kinds: readonly AnyKind[], purged: readonly PurgedKind[]): readonly Job[] => [
  defineRecurring({
    name: 'purge-records',
    at: '47 * * * *',
    lane: 'long',
    run: (app) => purgeRecords(app, purged),
  }),
  defineRecurring({ name: 'fold-record-counts', at: everyMinute, run: foldCounts }),
  defineRecurring({
    name: 'recount-records',
    at: '23 2 * * *',
    lane: 'long',
    run: (app) => recountAll(app, kinds),
  }),
  defineRecurring({ name: 'collect-record-words', at: everyMinute, run: (app) => collectWords(app, kinds) }),
]
