// Passes stored mail to the mail server, and removes what is not needed any more.
import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import Type, { type Static } from 'typebox'
import type { App } from '../app.ts'
import { internalTransaction } from '../events/change.ts'
import { defineJob, defineRecurring, type Job } from '../jobs.ts'
import { logoPlace } from './mail-kind.ts'
import { readMailSettings, senderOf } from './mail-settings.ts'
import { noContent, openContent, sealContent } from './mail.ts'

const payload = Type.Object({ organisationId: Type.Integer(), id: Type.Integer() })

async function sendStored(app: App, { organisationId, id }: Static<typeof payload>): Promise<void> {
  const mail = await app.db
    .selectFrom('outbox_mails')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  if (!mail || !app.config.smtpUrl) return
  const content = await openContent(app.vault, mail)
  if (!content) return
  const { recipient: to, subject } = mail
  const settings = await readMailSettings(app.db, organisationId)
  const from = senderOf(app.config.mailFrom, settings)
  const replyTo = settings.replyTo === null ? {} : { replyTo: settings.replyTo }
  const shown = await withLogo(app, organisationId, { html: content.html, wanted: settings.withLogo })
  const attachments = [...(content.attachments ?? []), ...(shown.attachments ?? [])]
  const transporter = await transport(app)
  await transporter.sendMail({ from, ...replyTo, to, subject, ...content, ...shown, attachments })
  await internalTransaction(app, (tx, now) =>
    tx
      .updateTable('outbox_mails')
      .set({ sent_at: now, ...noContent })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute(),
  )
}

interface Shown {
  readonly html: string | undefined
  readonly wanted: boolean
}

const extensions = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
])

/** The page of the mail with the logo in it, as a part of the mail: nothing is loaded from anywhere. */
async function withLogo({ db }: App, organisationId: number, { html, wanted }: Shown) {
  if (html === undefined) return {}
  const logo = wanted
    ? await db
        .selectFrom('pictures')
        .where('organisation_id', '=', organisationId)
        .where('user_id', 'is', null)
        .select(['content', 'content_type'])
        .executeTakeFirst()
    : undefined
  if (!logo) return { html: html.replace(logoPlace, '') }
  const { content, content_type: contentType } = logo
  const filename = `logo.${extensions.get(contentType) ?? 'img'}`
  return {
    html: html.replace(
      logoPlace,
      '<p><img src="cid:logo" alt="" style="max-height:64px;max-width:240px"></p>\n',
    ),
    attachments: [{ filename, content, contentType, cid: 'logo', contentDisposition: 'inline' as const }],
  }
}

// A name of its own: a process of an older version would send the mail without its content.
const sendSealed = defineJob({ name: 'send-sealed-mail', payload, run: sendStored })
// what an older version has queued
const sendMail = defineJob({ name: 'send-mail', payload, run: sendStored })

const batchSize = 200

/** Deletes old mails, and brings rows of an older version into today's form: sealed, or without content once sent. */
const tidyMails = defineRecurring({
  name: 'tidy-mails',
  at: '37 * * * *',
  run: async (app) => {
    await internalTransaction(app, async (tx, now) => {
      const before = new Date(now.getTime() - app.config.mailDays * 86_400_000)
      // also what could not be sent in that time: its links are dead
      await sql`/* every organisation: none of them needs old mails */
        delete from outbox_mails where created_at < ${before}`.execute(tx)
      await sql`/* every organisation: the same for all of them */
        update outbox_mails set body = '', html = null, headers = null where body <> '' and sent_at is not null`.execute(
        tx,
      )
    })
    while ((await sealOlder(app)) === batchSize);
  },
})

const sealOlder = (app: App): Promise<number> =>
  internalTransaction(app, async (tx) => {
    const rows = await tx
      .selectFrom('organisations')
      .innerJoin('outbox_mails', 'outbox_mails.organisation_id', 'organisations.id')
      .where('outbox_mails.body', '<>', '')
      .selectAll('outbox_mails')
      .limit(batchSize)
      .forUpdate('outbox_mails')
      .execute()
    for (const row of rows) {
      const content = await openContent(app.vault, row)
      if (!content) continue
      await tx
        .updateTable('outbox_mails')
        .set({ ...noContent, content_sealed: await sealContent(app.vault, tx, content) })
        .where('organisation_id', '=', row.organisation_id)
        .where('id', '=', row.id)
        .execute()
    }
    return rows.length
  })

/**
 * After a restore: no mail that waits is sent, and none says anything any more. It may have been sent since, and its
 * links have been replaced or are dead; backups of older versions still have what it says. Returns how many there are.
 */
export async function giveUpUnsentMails(app: App): Promise<number> {
  const { numAffectedRows } = await internalTransaction(app, (tx) =>
    sql`/* every organisation: a restore concerns all of them */
      update outbox_mails set content_sealed = null, body = '', html = null, headers = null where sent_at is null`.execute(
      tx,
    ),
  )
  return Number(numAffectedRows ?? 0n)
}

export const mailJobs: readonly Job[] = [sendSealed, sendMail, tidyMails]

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
