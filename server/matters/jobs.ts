// Background work on matters.
import Type from 'typebox'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { tellLateness } from './commands/notify-overdue.ts'

const tell = defineJob({
  name: 'tell-lateness',
  payload: Type.Unknown(),
  async run(app) {
    const told = await tellLateness(app)
    if (told > 0) app.log.info({ told }, 'matters became late, or are in time again')
  },
})

export const matterJobs: readonly Job[] = [tell]

export const matterTimetable: readonly Recurring[] = [{ at: '* * * * *', job: tell.name }]
