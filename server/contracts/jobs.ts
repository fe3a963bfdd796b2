// Background work on contracts.
import Type from 'typebox'
import { defineJob, defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { endDelegateMembers } from './approvals/delegate-members.ts'
import { beginDelegates } from './approvals/ask-delegates.ts'
import { watchDeadlines } from './approvals/deadlines.ts'
import { remindOfExpiry } from './key-dates/remind-of-expiry.ts'
import { remindOfKeyDates } from './key-dates/remind-of-key-dates.ts'
import { askReaderJob } from './document-facts/reader/ask-reader.ts'
import { followAmendments } from './key-facts/follow-amendments.ts'
import { expireRequests } from './signing/here/end-request.ts'
import { followRequest, pollServices } from './signing/elsewhere/follow-request.ts'
import { expireContracts } from './commands/expire-contracts.ts'

/** Gives a request to its signing service, and asks the service about it. */
const followSignatureRequest = defineJob({
  name: 'follow-signature-request',
  payload: Type.Object({ organisationId: Type.Integer(), requestId: Type.Integer() }),
  // a service may take its time
  lane: 'long',
  run: followRequest,
})

export const contractJobs: readonly Job[] = [
  askReaderJob,
  followSignatureRequest,
  defineRecurring({
    name: 'begin-approval-delegates',
    at: everyMinute,
    run: beginDelegates,
    message: 'delegates for approvals began',
  }),
  defineRecurring({
    name: 'end-approval-delegates',
    at: everyMinute,
    run: endDelegateMembers,
    message: 'former delegates for approvals left contracts',
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
    name: 'poll-signing-services',
    at: everyMinute,
    run: pollServices,
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
