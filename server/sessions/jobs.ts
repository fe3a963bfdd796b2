// Background work of signing in: links for forgotten passwords, and the removal of what has ended.
import Type from 'typebox'
import { bookkeeping } from '../platform/change.ts'
import { defineJob, type Job, type Recurring } from '../platform/jobs.ts'
import { sendInvitation, sendResetLink } from './password-links.ts'
import { emailKey } from './sign-in.ts'

/** The job that a request for a new password leaves: the same work whether or not there is such a person, so that nothing is told. */
export const sendPasswordLink = defineJob({
  name: 'send-password-link',
  payload: Type.Object({ email: Type.String() }),
  run: (app, { email }) =>
    bookkeeping(app, async (tx) => {
      const user = await tx
        .selectFrom('users')
        .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
        .where('users.email_key', '=', emailKey(email))
        .where('organisations.local_accounts', '=', true)
        .select(['users.id', 'users.organisation_id', 'users.email', 'users.first_name', 'users.status'])
        .select('organisations.name as organisation')
        .executeTakeFirst()
      if (!user) return
      const receiver = { ...user, organisationId: user.organisation_id, firstName: user.first_name }
      if (user.status === 'Active') await sendResetLink(app, tx, receiver)
      if (user.status === 'Invited') {
        await sendInvitation(app, tx, { ...receiver, invitedBy: user.organisation })
      }
    }),
})

const purgeSessions = defineJob({
  name: 'purge-sessions',
  payload: Type.Object({}),
  run: (app) =>
    bookkeeping(app, async (tx, now) => {
      await tx.deleteFrom('sessions').where('expires_at', '<', now).execute()
      await tx.deleteFrom('password_links').where('expires_at', '<', now).execute()
      await tx.deleteFrom('sso_visits').where('expires_at', '<', now).execute()
      await tx.deleteFrom('guesses').where('ends_at', '<', now).execute()
    }),
})

export const sessionJobs: readonly Job[] = [sendPasswordLink, purgeSessions]

export const sessionTimetable: readonly Recurring[] = [{ at: '17 * * * *', job: purgeSessions.name }]
