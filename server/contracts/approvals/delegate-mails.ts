// The mails about delegates for approvals: there is no record that they are about, so they are no notifications of one.
import type { App } from '../../platform/app.ts'
import { defineMail, firstNamePlaceholder, linkPlaceholder } from '../../platform/mail/mail-kind.ts'
import type { Tx } from '../../platform/postgres/database.ts'

const shared = {
  firstName: firstNamePlaceholder,
  by: { label: 'who named or withdrew it', sample: 'Ben Okafor', required: true },
  days: { label: 'for which days', sample: 'from 2026-03-02 to 2026-03-13' },
} as const

/** The mail to a new delegate. */
export const delegateNamed = defineMail({
  name: 'delegateNamed',
  label: 'Delegate for approvals',
  when: 'Somebody is made the delegate of another person for approvals.',
  subject: 'You decide on approvals for {{by}}',
  body: `Hello {{firstName}},

{{by}} has made you their delegate for approvals {{days}}: you can decide on what they are asked to approve. You see it with your own approvals, and can withdraw at any time:

{{link}}`,
  placeholders: {
    ...shared,
    link: linkPlaceholder('the page "Your account"', 'https://legal.example/#/account'),
  },
})

/** The mail about the end of it. */
export const delegateWithdrawn = defineMail({
  name: 'delegateWithdrawn',
  label: 'Delegate for approvals withdrawn',
  when: 'A delegate for approvals is withdrawn.',
  subject: 'A delegate for approvals was withdrawn',
  body: `Hello {{firstName}},

{{by}} has withdrawn that approvals are decided by a delegate {{days}}.`,
  placeholders: shared,
})

interface About {
  readonly to: string
  /** The name of who named or withdrew it. */
  readonly by: string
  readonly firstDay: string
  readonly lastDay: string
  readonly ended?: true
}

/** Mails the other person that somebody was named a delegate, or that it has ended. */
export async function mailOfDelegate(
  app: App,
  tx: Tx,
  { to, by, firstDay, lastDay, ended }: About,
): Promise<void> {
  const receiver = await tx
    .selectFrom('users')
    .where('id', '=', to)
    .select(['organisation_id', 'email', 'first_name'])
    .executeTakeFirst()
  if (!receiver) return
  const days = firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`
  const { organisation_id: organisationId, email: sendTo, first_name: firstName } = receiver
  const mail = { organisationId, to: sendTo }
  const now = app.clock.now()
  const values = { firstName, by, days }
  if (ended) return app.mail.write(tx, delegateWithdrawn, { ...mail, values }, now)
  const link = `${app.config.webUrl}/#/account`
  return app.mail.write(tx, delegateNamed, { ...mail, values: { ...values, link } }, now)
}
