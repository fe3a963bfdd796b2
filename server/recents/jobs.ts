// Background work on recents.
import Type from 'typebox'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { pruneRecents } from './commands/prune-recents.ts'

const prune = defineJob({
  name: 'prune-recents',
  payload: Type.Unknown(),
  async run(app) {
    await pruneRecents(app)
  },
})

export const recentJobs: readonly Job[] = [prune]

export const recentTimetable: readonly Recurring[] = [{ at: '41 3 * * *', job: prune.name }]
