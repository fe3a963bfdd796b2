// Background work on tasks.
import { defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { notifyDueTasks } from './commands/notify-due.ts'

export const taskJobs: readonly Job[] = [
  defineRecurring({
    name: 'notify-due-tasks',
    at: everyMinute,
    run: notifyDueTasks,
    message: 'tasks are due today',
  }),
]
