// Forgotten passwords: requesting a link, and the job that sends it.
import Type from 'typebox'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { type AttemptLimit, reserveAttempt } from '../../platform/secrets/attempt-limit.ts'
import { addJob } from '../../platform/add-job.ts'
import { defineJob } from '../../platform/jobs.ts'
import { reachedMailLimit, sendInvitation, sendResetLink } from './password-links.ts'
import { emailKey } from '../users/user.ts'

const requests: AttemptLimit = { name: 'password reset', most: 20, minutes: 60 }

/**
 * Requests a link with which the user with this address can set a new password. Response and timing are the same
 * whether or not there is such a user. Throws too_many_requests if an address requests too many.
 */
export async function askForPasswordLink(
  app: App,
  { email, ip }: { readonly email: string; readonly ip: string },
): Promise<void> {
  await reserveAttempt(app, requests, { subject: '', ip })
  await internalTransaction(app, (tx) => addJob(tx, sendPasswordLink.name, { email }))
}

/** Sends the link, if there is a user to send it to. */
export const sendPasswordLink = defineJob({
  name: 'send-password-link',
  payload: Type.Object({ email: Type.String() }),
  run: (app, { email }) =>
    internalTransaction(app, async (tx) => {
      // an address may have been invited by several organisations, and have joined one of them
      const people = await tx
        .selectFrom('users')
        .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
        .where('users.email_key', '=', emailKey(email))
        .where('organisations.local_accounts', '=', true)
        .select(['users.id', 'users.organisation_id', 'users.email', 'users.first_name', 'users.status'])
        .select('organisations.name as organisation')
        .orderBy('users.id')
        .execute()
      for (const user of people) {
        const receiver = { ...user, organisationId: user.organisation_id, firstName: user.first_name }
        if (user.status === 'Active') await sendResetLink(app, tx, receiver)
        if (user.status === 'Invited' && !(await reachedMailLimit(app, tx, receiver, 'invitation'))) {
          await sendInvitation(app, tx, { ...receiver, invitedBy: user.organisation })
        }
      }
    }),
})
