// Background work on tasks.
import Type from 'typebox'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { notifyDueTasks } from './commands/notify-due.ts'

const notify = defineJob({
  name: 'notify-due-tasks',
  payload: Type.Unknown(),
  async run(app) {
    const told = await notifyDueTasks(app)
    if (told > 0) app.log.info({ told }, 'tasks are due today')
  },
})

export const taskJobs: readonly Job[] = [notify]

export const taskTimetable: readonly Recurring[] = [{ at: '* * * * *', job: notify.name }]
