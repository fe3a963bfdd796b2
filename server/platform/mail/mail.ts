// Mail to users. It is stored in the transaction of the change that causes it; a job passes it to the mail server. What
// it says is sealed while it waits, because mail contains links that sign people in, and goes when it is sent.
import { addJob } from '../add-job.ts'
import type { Reader, Tx } from '../postgres/database.ts'
import { prepared } from '../postgres/prepared.ts'
import type { Vault } from '../secrets/vault.ts'
import { type MailEnd, type MailKind, type MailText, type MailValues, renderMail } from './mail-kind.ts'

interface Message {
  readonly organisationId: number
  readonly to: string
  readonly subject: string
  /** Plain text; links are on separate lines. */
  readonly text: string
  /** The same as a page, for readers that show one. */
  readonly html?: string
  /** Headers besides the usual ones, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly Attachment[]
}

/** A file that comes with a mail. It is kept in the outbox until the mail is sent, so it is small. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  /** In base64, as it is stored and sent. */
  readonly content: string
  readonly encoding: 'base64'
}

/** The part of a message that is sealed. */
export type MailContent = Pick<Message, 'text' | 'html' | 'headers' | 'attachments'>

interface WrittenMail<Name extends string>
  extends Pick<Message, 'organisationId' | 'to' | 'headers' | 'attachments'> {
  readonly values: MailValues<Name>
  readonly end?: MailEnd
}

export interface Mail {
  /** Sends a mail of a kind, with the text that the organisation has for it, when `tx` commits. */
  write<Name extends string>(tx: Tx, kind: MailKind<Name>, mail: WrittenMail<Name>, now: Date): Promise<void>
  /** Sends the message when `tx` commits, and not at all if it does not. */
  send(tx: Tx, message: Message, now: Date): Promise<void>
}

/** What the contents of mails are sealed for. */
export const mailPurpose = 'outbox mail'

/** Mail through the table outbox_mails; without a mail server (in the sandbox) it stays there for inspection. */
export function createMail({ smtp, vault }: { smtp: boolean; vault: Pick<Vault, 'sealIn'> }): Mail {
  const mail: Mail = {
    async write(tx, kind, { values, end, ...message }, now) {
      const text = await currentText(tx, message.organisationId, kind)
      await mail.send(tx, { ...message, ...renderMail(text, values, end) }, now)
    },
    async send(tx, { organisationId, to, subject, ...content }, now) {
      const { id } = await tx
        .insertInto('outbox_mails')
        .values({
          organisation_id: organisationId,
          recipient: to,
          subject,
          content_sealed: await sealContent(vault, tx, content),
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (smtp) await addJob(tx, 'send-sealed-mail', { organisationId, id })
    },
  }
  return mail
}

/** The text of the organisation for this mail; the standard text unless it has its own. */
export async function currentText(
  db: Reader,
  organisationId: number,
  { name, subject, body }: MailKind,
): Promise<MailText> {
  const own = await db
    .selectFrom('mail_texts')
    .where('organisation_id', '=', organisationId)
    .where('mail', '=', name)
    .select(['subject', 'body'])
    .orderBy('version', 'desc')
    .limit(1)
    .withPlugin(prepared)
    .executeTakeFirst()
  return { subject: own?.subject ?? subject, body: own?.body ?? body }
}

/** What is stored of the content. */
export const sealContent = (
  vault: Pick<Vault, 'sealIn'>,
  tx: Tx,
  { text, html, headers, attachments }: MailContent,
): Promise<Buffer> => vault.sealIn(tx, JSON.stringify({ text, html, headers, attachments }), mailPurpose)

interface StoredContent {
  readonly content_sealed: Buffer | null
  /** In clear in rows of an older version. */
  readonly body: string
  readonly html: string | null
  readonly headers: unknown
}

/** What the mail says; undefined if it was sent, or restored from a backup, which leaves the contents out. */
export async function openContent(
  vault: Pick<Vault, 'open'>,
  { content_sealed: sealed, body, html, headers }: StoredContent,
): Promise<MailContent | undefined> {
  if (sealed) return JSON.parse(await vault.open(sealed, mailPurpose)) as MailContent
  if (body === '') return undefined
  return {
    text: body,
    ...(html === null ? {} : { html }),
    ...(headers === null ? {} : { headers: headers as Record<string, string> }),
  }
}

/** A row without content: that of a mail that was sent. */
export const noContent = { content_sealed: null, body: '', html: null, headers: null } as const
