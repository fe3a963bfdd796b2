// Background jobs of OAuth: removing ended grants and tokens, and rotating signing keys.
import { internalTransaction } from '../../platform/events/change.ts'
import { defineRecurring, type Job } from '../../platform/jobs.ts'
import { rotateSigningKeys } from './keys.ts'

const day = 24 * 60 * 60_000
// for this long an expired refresh token is reported as expired, and afterwards only as invalid
const grantsKept = 90 * day

const purgeTokens = defineRecurring({
  name: 'purge-tokens',
  at: '41 * * * *',
  run: (app) =>
    internalTransaction(app, async (tx, now) => {
      await tx.deleteFrom('authorization_requests').where('expires_at', '<', now).execute()
      const dayAgo = new Date(now.getTime() - day)
      await tx.deleteFrom('authorization_codes').where('expires_at', '<', dayAgo).execute()
      const longAgo = new Date(now.getTime() - grantsKept)
      // ended ones stay: a withdrawal must not be forgotten
      await tx
        .deleteFrom('oauth_grants')
        // the live token of a grant expires with it, and its index is the one there is
        .where('id', 'in', (eb) =>
          eb.selectFrom('refresh_tokens').where('expires_at', '<', longAgo).select('grant_id'),
        )
        .where('refresh_expires_at', '<', longAgo)
        .where('ended_at', 'is', null)
        .execute()
      // spent tokens of live grants; the live token of each grant stays
      await tx
        .deleteFrom('refresh_tokens')
        .where('expires_at', '<', now)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('oauth_grants')
              .whereRef('oauth_grants.id', '=', 'refresh_tokens.grant_id')
              .whereRef('oauth_grants.generation', '>', 'refresh_tokens.generation')
              .select('oauth_grants.id'),
          ),
        )
        .execute()
    }),
})

const rotateKeys = defineRecurring({
  name: 'rotate-signing-keys',
  at: '7 3 * * *',
  run: rotateSigningKeys,
})

export const oauthJobs: readonly Job[] = [purgeTokens, rotateKeys]
