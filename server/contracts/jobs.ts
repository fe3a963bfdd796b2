// Background work on contracts.
import { defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { beginDelegates } from './approvals/ask-delegates.ts'
import { watchDeadlines } from './approvals/deadlines.ts'
import { remindOfExpiry } from './key-dates/remind-of-expiry.ts'
import { remindOfKeyDates } from './key-dates/remind-of-key-dates.ts'
import { askReaderJob } from './document-facts/reader/ask-reader.ts'
import { followAmendments } from './key-facts/follow-amendments.ts'
import { expireRequests } from './signing/here/end-request.ts'
import { expireContracts } from './commands/expire-contracts.ts'

export const contractJobs: readonly Job[] = [
  askReaderJob,
  defineRecurring({
    name: 'begin-approval-delegates',
    at: everyMinute,
    run: beginDelegates,
    message: 'delegates for approvals began',
  }),
  defineRecurring({
    name: 'watch-approval-deadlines',
    at: everyMinute,
    run: watchDeadlines,
    message: 'reminded approvers, and escalated approvals',
  }),
  // before contracts expire: one that was amended lasts longer
  defineRecurring({
    name: 'follow-amendments',
    at: everyMinute,
    run: followAmendments,
    message: 'agreements followed their amendments',
  }),
  defineRecurring({
    name: 'expire-contracts',
    at: everyMinute,
    run: expireContracts,
    message: 'contracts expired',
  }),
  defineRecurring({
    name: 'expire-signature-requests',
    at: everyMinute,
    run: expireRequests,
    message: 'signature requests expired',
  }),
  defineRecurring({
    name: 'remind-of-key-dates',
    at: everyMinute,
    run: remindOfKeyDates,
    message: 'reminded people of key dates',
  }),
  defineRecurring({
    name: 'remind-of-expiry',
    at: everyMinute,
    run: remindOfExpiry,
    message: 'reminded people that contracts expire',
  }),
]
