// Background jobs of signing in: links for forgotten passwords, and removing expired data.
import { internalTransaction } from '../../platform/events/change.ts'
import { defineRecurring, type Job } from '../../platform/jobs.ts'
import { sendPasswordLink } from './forgotten-password.ts'
import { announceBreakGlassSignIn } from './second-factor/break-glass.ts'
import { forgetTestDetails } from './sso/provider-tests.ts'

// as long as browsers keep a cookie
const forgottenBefore = (now: Date) => new Date(now.getTime() - 400 * 24 * 60 * 60_000)

const purgeSessions = defineRecurring({
  name: 'purge-sessions',
  at: '17 * * * *',
  run: (app) =>
    internalTransaction(app, async (tx, now) => {
      await tx.deleteFrom('sessions').where('expires_at', '<', now).execute()
      await tx.deleteFrom('password_links').where('expires_at', '<', now).execute()
      await tx.deleteFrom('sso_visits').where('expires_at', '<', now).execute()
      await forgetTestDetails(tx, now)
      await tx.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute()
      await tx.deleteFrom('spent_proofs').where('expires_at', '<', now).execute()
      await tx.deleteFrom('known_devices').where('seen_at', '<', forgottenBefore(now)).execute()
      await tx.deleteFrom('guesses').where('ends_at', '<', now).execute()
    }),
})

export const sessionJobs: readonly Job[] = [sendPasswordLink, announceBreakGlassSignIn, purgeSessions]
