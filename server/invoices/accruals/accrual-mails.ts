// The mails that ask law firms for what is unbilled: to who bills there and is on one of the matters.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { defineMail, firstNamePlaceholder, linkPlaceholder } from '../../platform/mail/mail-kind.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { dayText, monthName } from '../../platform/time/written-times.ts'

/** The mail that asks, and reminds. */
export const unbilledWorkMail = defineMail({
  name: 'unbilledWork',
  label: 'Unbilled work',
  when: 'A monthly window for accruals opens, and before it closes to those who have not answered.',
  subject: '{{organisation}} {{what}}',
  body: `Hello {{firstName}},

{{organisation}} {{what}}. State for {{matters}} what you have done by the end of {{month}} and not billed, until {{until}}.

{{link}}`,
  placeholders: {
    firstName: firstNamePlaceholder,
    organisation: { label: 'the legal department that asks', sample: 'Harbour Group' },
    what: { label: 'what it does', sample: 'asks what is unbilled', required: true },
    matters: { label: 'how many matters have no answer', sample: '3 matters' },
    month: { label: 'the month', sample: 'March 2026' },
    until: { label: 'the last day for it', sample: '4 April 2026' },
    link: linkPlaceholder('the page for it', 'https://legal.example/#/unbilled-work'),
  },
})

interface Asking {
  readonly organisationId: number
  readonly month: string
  readonly closesOn: string
  readonly what: string
}

interface Asked {
  readonly organisation_id: number
  readonly email: string
  readonly first_name: string
  readonly matters: number
}

/** Mails those who have not answered for a matter that they are on. */
export async function mailFirms(
  app: App,
  tx: Tx,
  { organisationId, month, closesOn, what }: Asking,
): Promise<void> {
  const { name } = await tx
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('name')
    .executeTakeFirstOrThrow()
  // not through access.ts: who is on a matter for which their firm was asked sees it
  const { rows } = await sql<Asked>`
    select u.organisation_id, u.email, u.first_name, count(*)::int as matters
    from accrual_entries e
    join matter_members mm on mm.organisation_id = e.organisation_id and mm.matter_id = e.matter_id
    join users u on u.id = mm.user_id and u.organisation_id = e.provider_id and u.status = 'Active'
      and ('ManageInvoices' = any(u.permissions) or u.role = 'MatterManager')
    where e.organisation_id = ${organisationId} and e.month = ${month} and e.stated is null
    group by u.organisation_id, u.email, u.first_name order by u.email`.execute(tx)
  for (const person of rows) {
    const values = {
      firstName: person.first_name,
      organisation: name,
      what,
      matters: person.matters === 1 ? '1 matter' : `${person.matters} matters`,
      month: monthName(month, 'long'),
      until: dayText(closesOn),
      link: `${app.config.webUrl}/#/unbilled-work`,
    }
    const mail = { organisationId: person.organisation_id, to: person.email, values }
    await app.mail.write(tx, unbilledWorkMail, mail, app.clock.now())
  }
}
