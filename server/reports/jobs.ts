// Background work on reports: mailing those that are due.
import { defineJob, defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import type { ComputeReport } from './mailings/mailed-figures.ts'
import { duePayload, queueDueReports, sendReport } from './mailings/send-mailings.ts'

/** The jobs, with how a report is computed. */
export const reportJobs = (compute: ComputeReport): readonly Job[] => [
  defineRecurring({
    name: 'queue-reports',
    at: everyMinute,
    run: queueDueReports,
    message: 'reports are due to be mailed',
  }),
  defineJob({
    name: 'mail-report',
    payload: duePayload,
    // a report may take seconds
    lane: 'long',
    run: (app, due) => sendReport(app, compute, due),
  }),
]
