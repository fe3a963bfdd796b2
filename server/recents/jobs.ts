// Background work on recents.
import { defineRecurring, type Job } from '../platform/jobs.ts'
import { pruneRecents } from './commands/prune-recents.ts'

export const recentJobs: readonly Job[] = [
  defineRecurring({ name: 'prune-recents', at: '41 3 * * *', run: pruneRecents }),
]
