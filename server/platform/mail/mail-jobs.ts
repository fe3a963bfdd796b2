// Passes stored mail to the mail server.
import type { Transporter } from 'nodemailer'
import Type from 'typebox'
import type { App } from '../app.ts'
import { internalTransaction } from '../events/change.ts'
import { defineJob, type Job } from '../jobs.ts'

const sendMail = defineJob({
  name: 'send-mail',
  payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
  async run(app, { organisationId, id }) {
    const mail = await app.db
      .selectFrom('outbox_mails')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .selectAll()
      .executeTakeFirst()
    if (!mail || !app.config.smtpUrl) return
    const transporter = await transport(app)
    await transporter.sendMail({
      from: app.config.mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      ...(mail.html === null ? {} : { html: mail.html }),
      ...(mail.headers === null ? {} : { headers: mail.headers as Record<string, string> }),
    })
    await internalTransaction(app, (tx, now) =>
      tx
        .updateTable('outbox_mails')
        .set({ sent_at: now })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute(),
    )
  },
})

export const mailJobs: readonly Job[] = [sendMail]

/**
 * Sends a mail to the operator, immediately and without the outbox: it belongs to no organisation. Does nothing if no
 * address or mail server is set; failures are logged.
 */
export async function notifyOperator(app: App, subject: string, text: string): Promise<void> {
  const { operatorEmail: to, smtpUrl, mailFrom: from, publicUrl, offline } = app.config
  if (to === undefined || smtpUrl === undefined || offline) return
  try {
    const transporter = await transport(app)
    await transporter.sendMail({ from, to, subject: `Chancery (${publicUrl}): ${subject}`, text })
  } catch (error) {
    app.log.error({ err: error }, 'the operator could not be notified by mail')
  }
}

const transports = new Map<string, Promise<Transporter>>()

/** One connection pool per mail server for the lifetime of the process. */
function transport({ config }: App): Promise<Transporter> {
  const url = config.smtpUrl
  if (!url) throw new Error('Set CHANCERY_SMTP_URL: there is no mail server to send with')
  const known = transports.get(url)
  if (known) return known
  const made = openTransport(url)
  transports.set(url, made)
  return made
}

// loaded with the first mail, not at every start
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, pool: true, maxConnections: 2, socketTimeout: 30_000 })
}
