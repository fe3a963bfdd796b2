// Mail to people. It is stored in the transaction of the change that causes it; a job hands it to the mail server.
import { addJob } from '../jobs.ts'
import type { Tx } from '../postgres/database.ts'

export interface Message {
  readonly organisationId: number
  readonly to: string
  readonly subject: string
  /** Plain text; links stand on lines of their own. */
  readonly text: string
}

export interface Mail {
  /** Sends the message when `tx` commits, and not at all when it does not. */
  send(tx: Tx, message: Message, now: Date): Promise<void>
}

/** Mail by way of the table outbox_mails; without a mail server (the sandbox) that is where it stays, to be looked at. */
export function createMail({ smtp }: { smtp: boolean }): Mail {
  return {
    async send(tx, { organisationId, to, subject, text }, now) {
      const { id } = await tx
        .insertInto('outbox_mails')
        .values({ organisation_id: organisationId, recipient: to, subject, body: text, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (smtp) await addJob(tx, 'send-mail', { organisationId, id })
    },
  }
}
