// Mails to the administrator who started an export: nobody has to watch a page until it is done.
import type { App } from '../../../platform/app.ts'
import {
  defineMail,
  firstNamePlaceholder,
  linkPlaceholder,
  type MailKind,
} from '../../../platform/mail/mail-kind.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { type ExportKey, keptDays } from './stored-export.ts'

const firstName = firstNamePlaceholder
const link = linkPlaceholder('the page of exports', 'https://legal.example.com/#/administration/leaving')

const exportDone = defineMail({
  name: 'exportDone',
  label: 'Export ready',
  when: 'An export of the organisation can be downloaded: to the administrator who started it.',
  subject: 'Your export is ready',
  body: `Hello {{firstName}},

The export of your organisation can be downloaded until {{day}}:

{{link}}`,
  placeholders: {
    firstName,
    day: { label: 'the last day', sample: '2026-03-09' },
    link,
  },
})

const exportFailed = defineMail({
  name: 'exportFailed',
  label: 'Export failed',
  when: 'An export of the organisation could not be made: to the administrator who started it.',
  subject: 'Your export could not be made',
  body: `Hello {{firstName}},

The export of your organisation could not be made. {{reason}}

{{link}}`,
  placeholders: {
    firstName,
    reason: { label: 'the reason', sample: 'The storage of files is full.', required: true },
    link,
  },
})

/** The mails about stored exports. */
export const exportMails: readonly MailKind[] = [exportDone, exportFailed]

interface Ended extends ExportKey {
  readonly createdBy: string
}

/** Says when `tx` commits that the export is there, and until when. */
export async function mailThatDone(app: App, tx: Tx, held: Ended, now: Date): Promise<void> {
  const person = await findPerson(tx, held)
  if (!person) return
  const lastDay = new Date(now.getTime() + keptDays * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const values = { firstName: person.first_name, day: lastDay, link: pageOf(app) }
  await app.mail.write(tx, exportDone, { organisationId: held.organisationId, to: person.email, values }, now)
}

/** Says when `tx` commits that there will be no export, and why. */
export async function mailThatFailed(
  app: App,
  tx: Tx,
  held: Ended & { readonly failure: string },
  now: Date,
): Promise<void> {
  const person = await findPerson(tx, held)
  if (!person) return
  const values = { firstName: person.first_name, reason: held.failure, link: pageOf(app) }
  await app.mail.write(
    tx,
    exportFailed,
    { organisationId: held.organisationId, to: person.email, values },
    now,
  )
}

const pageOf = (app: App) => `${app.config.webUrl}/#/administration/leaving`

/** The person who started it, while they can sign in. */
const findPerson = (tx: Tx, { organisationId, createdBy }: Ended) =>
  tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', createdBy)
    .where('status', '=', 'Active')
    .select(['email', 'first_name'])
    .executeTakeFirst()
