// Background work on files.
import Type from 'typebox'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { addJob } from '../platform/add-job.ts'
import { defineJob, defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { checkContents } from './contents/integrity-check.ts'
import { endResumableUploads } from './commands/end-resumable-uploads.ts'
import { closeUploads } from './commands/close-uploads.ts'
import { purgeBin } from './commands/purge-bin.ts'
import { removeStagedUploads } from './commands/remove-staged-uploads.ts'
import { sweepStorage } from './contents/sweep.ts'
import { makeComparison } from './comparisons/make-comparison.ts'
import { indexFile } from './texts/update-file-words.ts'
import { indexMissing } from './texts/missing-words.ts'

const index = defineJob({
  name: 'index-file',
  payload: Type.Object({ organisationId: Type.Integer(), fileId: Type.Integer() }),
  lane: 'texts',
  run: (app, file) => indexFile(app, file),
})

const compare = defineJob({
  name: 'compare-versions',
  payload: Type.Object({ organisationId: Type.Integer(), comparisonId: Type.Integer() }),
  lane: 'texts',
  run: makeComparison,
})

const sweep = defineRecurring({ name: 'sweep-storage', at: '17 * * * *', lane: 'long', run: sweepStorage })

export const fileJobs: readonly Job[] = [
  index,
  compare,
  sweep,
  defineRecurring({ name: 'purge-bin', at: '37 * * * *', lane: 'long', run: purgeBin }),
  defineRecurring({ name: 'close-uploads', at: '7 * * * *', run: closeUploads }),
  defineRecurring({ name: 'remove-waiting-files', at: '27 * * * *', run: removeStagedUploads }),
  defineRecurring({ name: 'check-contents', at: everyMinute, lane: 'long', run: checkContents }),
  defineRecurring({ name: 'index-missing-files', at: '47 * * * *', lane: 'long', run: indexMissing }),
  defineRecurring({ name: 'end-resumable-uploads', at: '52 * * * *', run: endResumableUploads }),
]

/**
 * Has the storage swept as soon as a worker is free, so that what a crash left of an upload does not stay for an hour.
 */
export const sweepSoon = (app: App): Promise<void> =>
  internalTransaction(app, (tx) => addJob(tx, sweep.name, {}))
