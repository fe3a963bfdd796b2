// Background work on mail.
import Type from 'typebox'
import { defineJob, type Job } from '../platform/jobs.ts'
import { deliverDraft } from './commands/deliver-draft.ts'

const deliver = defineJob({
  name: 'deliver-draft',
  payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
  run: deliverDraft,
})

export const emailJobs: readonly Job[] = [deliver]
