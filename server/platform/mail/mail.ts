// Mail to users. It is stored in the transaction of the change that causes it; a job passes it to the mail server.
import { addJob } from '../add-job.ts'
import type { Tx } from '../postgres/database.ts'

export interface Message {
  readonly organisationId: number
  readonly to: string
  readonly subject: string
  /** Plain text; links are on separate lines. */
  readonly text: string
  /** The same as a page, for readers that show one. */
  readonly html?: string
  /** Headers beside the usual ones, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Mail {
  /** Sends the message when `tx` commits, and not at all if it does not. */
  send(tx: Tx, message: Message, now: Date): Promise<void>
}

/** Mail through the table outbox_mails; without a mail server (in the sandbox) it stays there for inspection. */
export function createMail({ smtp }: { smtp: boolean }): Mail {
  return {
    async send(tx, { organisationId, to, subject, text, html, headers }, now) {
      const { id } = await tx
        .insertInto('outbox_mails')
        .values({
          organisation_id: organisationId,
          recipient: to,
          subject,
          body: text,
          html: html ?? null,
          headers: headers ? JSON.stringify(headers) : null,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (smtp) await addJob(tx, 'send-mail', { organisationId, id })
    },
  }
}
