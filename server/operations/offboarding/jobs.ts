// The background job of deletions.
import { defineRecurring, type Job } from '../../platform/jobs.ts'
import { deleteDueOrganisations } from './delete-organisation.ts'

const deleteOrganisations = defineRecurring({
  name: 'delete-organisations',
  at: '23 2 * * *',
  lane: 'long',
  run: deleteDueOrganisations,
  message: 'organisations were deleted',
})

export const offboardingJobs: readonly Job[] = [deleteOrganisations]
