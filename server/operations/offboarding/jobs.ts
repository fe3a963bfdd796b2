// The background jobs of deletions and of stored exports.
import Type from 'typebox'
import { defineJob, defineRecurring, everyMinute, type Job } from '../../platform/jobs.ts'
import { deleteDueOrganisations } from './delete-organisation.ts'
import { makeExport, resumeExports } from './stored/make-export.ts'
import { removeExpiredExports } from './stored/remove-export.ts'

const deleteOrganisations = defineRecurring({
  name: 'delete-organisations',
  at: '23 2 * * *',
  lane: 'long',
  run: deleteDueOrganisations,
  message: 'organisations were deleted',
})

const make = defineJob({
  name: 'make-export',
  payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
  lane: 'long',
  run: (app, key) => makeExport(app, key),
})

const resume = defineRecurring({ name: 'resume-exports', at: everyMinute, run: resumeExports })

const removeExpired = defineRecurring({
  name: 'remove-exports',
  at: '17 * * * *',
  run: removeExpiredExports,
  message: 'exports of organisations have expired and were removed',
})

export const offboardingJobs: readonly Job[] = [deleteOrganisations, make, resume, removeExpired]
