// Background work on handovers: what was given until a day goes back after it.
import { defineRecurring, type Job } from '../platform/jobs.ts'
import { endHandovers } from './commands/hand-over.ts'

export const handoverJobs: readonly Job[] = [
  defineRecurring({
    name: 'end-handovers',
    at: '*/10 * * * *',
    run: endHandovers,
    message: 'handovers have ended',
  }),
]
