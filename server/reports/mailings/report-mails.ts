// The mails about mailed reports: the report itself, that somebody else has subscribed one, and that it has ended.
import type { App } from '../../platform/app.ts'
import { defineMail, firstNamePlaceholder, linkPlaceholder } from '../../platform/mail/mail-kind.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { reportsPage } from '../../platform/web-addresses.ts'
import { endingAt } from '../../notifications/mails/mail-end.ts'
import { unsubscribeToken } from '../../notifications/mails/unsubscribe-token.ts'
import { figuresHtml, figuresText } from './figures-text.ts'
import type { MailedFigures } from './mailed-figures.ts'
import type { Mailing } from './mailing.ts'
import { scheduleText } from './schedule.ts'

const report = { label: 'name of the report', sample: 'Spend by firm' }
const sample: Pick<MailedFigures, 'columns' | 'rows' | 'totals' | 'more'> = {
  columns: [
    { title: 'Firm', isNumber: false },
    { title: 'Currency', isNumber: false },
    { title: 'Approved', isNumber: true },
  ],
  rows: [['Ashfield & Co', 'EUR', '48,200.50']],
  totals: [['Total', 'EUR', '48,200.50']],
  more: 0,
}

/** The mail with a report. */
export const mailedReport = defineMail({
  name: 'mailedReport',
  label: 'Mailed report',
  when: 'A report is due that somebody gets weekly or monthly. The link that ends it follows the text, and the file is attached.',
  subject: '{{report}}',
  body: `Hello {{firstName}},

{{sentence}}

{{figures}}

{{notes}}

As of {{asOf}}. The report with its chart, where every figure opens its list:

{{link}}`,
  placeholders: {
    firstName: firstNamePlaceholder,
    report,
    sentence: { label: 'what the report is of', sample: 'Approved of invoices by firm.' },
    figures: {
      label: 'the table of the report',
      sample: { text: figuresText(sample), html: figuresHtml(sample), isBlock: true },
      required: true,
    },
    notes: {
      label: 'what is not in the figures; nothing if there is nothing to say',
      sample: 'These are figures of the invoices that you may see.',
    },
    asOf: { label: 'when it was computed', sample: '2 Mar 2026, 08:00' },
    link: linkPlaceholder('the page of the report', 'https://legal.example/#/reports/report'),
  },
})

/** The mail to a colleague whom somebody has subscribed. */
export const reportMailingCreated = defineMail({
  name: 'reportMailingCreated',
  label: 'Mailed report: subscribed by somebody else',
  when: 'An administrator has a report mailed to a colleague. The link that ends it follows the text.',
  subject: '{{report}}: mailed to you from now on',
  body: `Hello {{firstName}},

{{by}} has the report “{{report}}” mailed to you {{schedule}}. You can change or end that:

{{link}}`,
  placeholders: {
    firstName: firstNamePlaceholder,
    report,
    by: { label: 'who has done it', sample: 'Ana Prior' },
    schedule: { label: 'when it is mailed', sample: 'every Monday at 08:00' },
    link: linkPlaceholder('the page of reports', 'https://legal.example/#/reports'),
  },
})

/** The mail that no more follows. */
const reportMailingEnded = defineMail({
  name: 'reportMailingEnded',
  label: 'Mailed report: ended or paused',
  when: 'A report that somebody gets by mail was deleted, is not shared with them any more, or cannot be computed.',
  subject: '{{report}}: no longer mailed',
  body: `Hello {{firstName}},

The report “{{report}}” is no longer mailed to you: {{because}}

{{link}}`,
  placeholders: {
    firstName: firstNamePlaceholder,
    report,
    because: { label: 'why', sample: 'it was deleted.', required: true },
    link: linkPlaceholder('the page of reports', 'https://legal.example/#/reports'),
  },
})

/** All of them, for the list of mails. */
export const reportMails = [mailedReport, reportMailingCreated, reportMailingEnded]

/** Who a mail goes to; undefined for somebody who cannot sign in. */
export async function addressOf(
  tx: Tx,
  userId: string,
): Promise<{ readonly to: string; readonly firstName: string } | undefined> {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('status', '=', 'Active')
    .select(['email', 'first_name'])
    .executeTakeFirst()
  return user && { to: user.email, firstName: user.first_name }
}

/** The end of mails about a mailed report, with the link that ends them. */
export async function endOf(
  app: App,
  mailing: Pick<Mailing, 'id' | 'recipientId'> & Parameters<typeof scheduleText>[0],
) {
  const token = await unsubscribeToken(app, { userId: mailing.recipientId, from: `report-${mailing.id}` })
  return endingAt(`${app.config.publicUrl}/notifications/unsubscribe/reports/${token}`, {
    why: `You get this report ${scheduleText(mailing)}.`,
    stop: 'End these mails',
  })
}

/** Tells the recipient that no more follows, and why. */
export async function writeEnd(
  app: App,
  tx: Tx,
  { organisationId, recipientId }: Pick<Mailing, 'organisationId' | 'recipientId'>,
  values: { readonly report: string; readonly because: string },
): Promise<void> {
  const address = await addressOf(tx, recipientId)
  if (!address) return
  const { to, firstName } = address
  const mail = { organisationId, to, values: { ...values, firstName, link: reportsPage(app.config) } }
  await app.mail.write(tx, reportMailingEnded, mail, app.clock.now())
}
