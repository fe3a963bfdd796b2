// Background work on files.
import Type from 'typebox'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/change.ts'
import { addJob } from '../platform/add-job.ts'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { checkContents } from './contents/integrity-check.ts'
import { endResumableUploads } from './commands/end-resumable-uploads.ts'
import { closeUploads } from './commands/close-uploads.ts'
import { purgeBin } from './commands/purge-bin.ts'
import { removeStagedUploads } from './commands/remove-staged-uploads.ts'
import { sweepStorage } from './contents/sweep.ts'
import { indexFile } from './texts/update-file-words.ts'
import { indexMissing } from './texts/missing-words.ts'

const sweep = defineJob({
  name: 'sweep-storage',
  payload: Type.Unknown(),
  async run(app) {
    await sweepStorage(app)
  },
})

const purge = defineJob({
  name: 'purge-bin',
  payload: Type.Unknown(),
  async run(app) {
    await purgeBin(app)
  },
})

const close = defineJob({
  name: 'close-uploads',
  payload: Type.Unknown(),
  async run(app) {
    await closeUploads(app)
  },
})

const removeWaiting = defineJob({
  name: 'remove-waiting-files',
  payload: Type.Unknown(),
  async run(app) {
    await removeStagedUploads(app)
  },
})

const check = defineJob({
  name: 'check-contents',
  payload: Type.Unknown(),
  async run(app) {
    await checkContents(app)
  },
})

const index = defineJob({
  name: 'index-file',
  payload: Type.Object({ organisationId: Type.Integer(), fileId: Type.Integer() }),
  run: (app, file) => indexFile(app, file),
})

const missing = defineJob({
  name: 'index-missing-files',
  payload: Type.Unknown(),
  async run(app) {
    await indexMissing(app)
  },
})

const endUploads = defineJob({
  name: 'end-resumable-uploads',
  payload: Type.Unknown(),
  async run(app) {
    await endResumableUploads(app)
  },
})

export const fileJobs: readonly Job[] = [
  endUploads,
  sweep,
  purge,
  close,
  removeWaiting,
  check,
  index,
  missing,
]

export const fileTimetable: readonly Recurring[] = [
  { at: '17 * * * *', job: sweep.name },
  { at: '37 * * * *', job: purge.name },
  { at: '7 * * * *', job: close.name },
  { at: '27 * * * *', job: removeWaiting.name },
  { at: '* * * * *', job: check.name },
  { at: '47 * * * *', job: missing.name },
  { at: '52 * * * *', job: endUploads.name },
]

/**
 * Has the storage swept as soon as a worker is free, so that what a crash left of an upload does not stay for an hour.
 */
export const sweepSoon = (app: App): Promise<void> =>
  internalTransaction(app, (tx) => addJob(tx, sweep.name, {}))
