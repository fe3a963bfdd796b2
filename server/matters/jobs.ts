// Background work on matters.
import { defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { tellLateness } from './commands/notify-overdue.ts'

export const matterJobs: readonly Job[] = [
  defineRecurring({
    name: 'tell-lateness',
    at: everyMinute,
    run: tellLateness,
    message: 'matters became late, or are no longer late',
  }),
]
