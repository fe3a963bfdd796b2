// The mails about delegates for approvals: there is no record that they are about, so they are no notifications of one.
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'

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
  const page = `${app.config.webUrl}/#/account`
  const paragraphs = ended
    ? [`${by} has withdrawn that approvals are decided by a delegate ${days}.`]
    : [
        `${by} has made you their delegate for approvals ${days}: you can decide on what they are asked to approve. You see it with your own approvals, and can withdraw at any time:`,
        page,
      ]
  await app.mail.send(
    tx,
    {
      organisationId: receiver.organisation_id,
      to: receiver.email,
      subject: ended ? 'A delegate for approvals was withdrawn' : `You decide on approvals for ${by}`,
      text: [`Hello ${receiver.first_name},`, ...paragraphs].join('\n\n').concat('\n'),
    },
    app.clock.now(),
  )
}
