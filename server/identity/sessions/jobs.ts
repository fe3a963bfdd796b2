// Background jobs of signing in: links for forgotten passwords, and removing expired data.
import { internalTransaction } from '../../platform/events/change.ts'
import { defineRecurring, type Job } from '../../platform/jobs.ts'
import { sendPasswordLink } from './forgotten-password.ts'

const purgeSessions = defineRecurring({
  name: 'purge-sessions',
  at: '17 * * * *',
  run: (app) =>
    internalTransaction(app, async (tx, now) => {
      await tx.deleteFrom('sessions').where('expires_at', '<', now).execute()
      await tx.deleteFrom('password_links').where('expires_at', '<', now).execute()
      await tx.deleteFrom('sso_visits').where('expires_at', '<', now).execute()
      await tx.deleteFrom('guesses').where('ends_at', '<', now).execute()
    }),
})

export const sessionJobs: readonly Job[] = [sendPasswordLink, purgeSessions]
