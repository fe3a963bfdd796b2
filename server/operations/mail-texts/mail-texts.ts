// The texts of an organisation's mails: their versions, the checks of new ones, and samples.
import { badInput } from '../../platform/errors.ts'
import {
  type MailKind,
  type MailText,
  placeholdersIn,
  renderMail,
  type RenderedMail,
} from '../../platform/mail/mail-kind.ts'
import type { Reader } from '../../platform/postgres/database.ts'

/** A text in one of its versions; the standard text without subject and body. */
export interface MailTextVersion {
  readonly version: number
  readonly text: MailText | null
  readonly changedAt: Date
  readonly changedBy: { readonly id: string; readonly name: string }
}

/**
 * The versions of the organisation's text of a mail, newest first; without `mail`, the newest version of each. None for
 * a mail that has always had the standard text.
 */
export async function listVersions(
  db: Reader,
  {
    organisationId,
    mail,
    most = mostVersions,
  }: { readonly organisationId: number; readonly mail?: string; readonly most?: number },
): Promise<readonly (MailTextVersion & { readonly mail: string })[]> {
  const rows = await db
    .selectFrom('mail_texts as t')
    .innerJoin('users as u', 'u.id', 't.changed_by')
    .where('t.organisation_id', '=', organisationId)
    .$if(mail !== undefined, (query) => query.where('t.mail', '=', mail ?? ''))
    .$if(mail === undefined, (query) => query.distinctOn('t.mail'))
    .select([
      't.mail',
      't.version',
      't.subject',
      't.body',
      't.changed_at',
      'u.id',
      'u.first_name',
      'u.last_name',
    ])
    .orderBy('t.mail')
    .orderBy('t.version', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    mail: row.mail,
    version: row.version,
    text: row.subject === null || row.body === null ? null : { subject: row.subject, body: row.body },
    changedAt: row.changed_at,
    changedBy: { id: row.id, name: `${row.first_name} ${row.last_name}` },
  }))
}

const mostVersions = 1_000

/** The newest of them; undefined for a mail that has always had the standard text. */
export const findLatest = async (
  db: Reader,
  organisationId: number,
  { name: mail }: MailKind,
): Promise<MailTextVersion | undefined> => (await listVersions(db, { organisationId, mail, most: 1 }))[0]

const longest = { subject: 150, body: 5_000 }

/** Throws 400 for a text with an unknown placeholder or without a required one. */
export function checkText({ placeholders }: MailKind, { subject, body }: MailText): void {
  const known = Object.keys(placeholders)
  for (const [path, text] of Object.entries({ subject, body })) {
    if (text.trim() === '') throw badInput(path, 'is missing.')
    if (Array.from(text).length > longest[path as keyof MailText])
      throw badInput(path, `must have at most ${longest[path as keyof MailText]} characters.`)
    const { names, broken } = placeholdersIn(text)
    const unknown = names.find((name) => !known.includes(name))
    if (unknown !== undefined)
      throw badInput(
        path,
        `has the unknown placeholder {{${unknown}}}. This mail has ${known.map((name) => `{{${name}}}`).join(', ')}.`,
      )
    if (broken)
      throw badInput(path, 'has {{ or }} outside a placeholder. Placeholders look like {{firstName}}.')
  }
  if (/[\u0000-\u001f\u007f]/.test(subject)) throw badInput('subject', 'must be on one line.')
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(body)) throw badInput('body', 'must be a text.')
  const { names } = placeholdersIn(body)
  const missing = Object.entries(placeholders).find(
    ([name, { required }]) => required && !names.includes(name),
  )
  if (missing) throw badInput('body', `must contain {{${missing[0]}}}: ${missing[1].label}.`)
}

/** The mail with sample values. */
export const sampleOf = ({ placeholders }: MailKind, text: MailText): RenderedMail =>
  renderMail(
    text,
    Object.fromEntries(Object.entries(placeholders).map(([name, { sample }]) => [name, sample])),
  )
