// Background work on matters.
import { defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { notifyOverdue } from './commands/notify-overdue.ts'

export const matterJobs: readonly Job[] = [
  defineRecurring({
    name: 'tell-lateness',
    at: everyMinute,
    run: notifyOverdue,
    message: 'matters became late, or are no longer late',
  }),
]
