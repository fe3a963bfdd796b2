// What mails say, while they wait and after they were sent.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { startMailServer } from '../../../test/production/world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../app.ts'
import { internalTransaction } from '../events/change.ts'
import { mailJobs } from './mail-jobs.ts'

const parts = useTestApp()
let user: TestUser
beforeAll(async () => {
  const { id } = await createOrganisation(parts.app)
  user = await createUser(parts.app, { organisationId: id })
})

const secret = 'https://legal.example/#/reset-password?token=the-secret-of-the-link'
const message = {
  subject: 'Choose a password',
  text: `Open this:\n${secret}\n`,
  html: `<a href="${secret}">Open</a>`,
}
const attachment = {
  filename: 'report.csv',
  contentType: 'text/csv',
  content: Buffer.from('Firm,Approved').toString('base64'),
  encoding: 'base64',
} as const
const send = (app: Pick<App, 'mail'> = parts.app) =>
  internalTransaction(parts.app, (tx, now) =>
    app.mail.send(
      tx,
      {
        organisationId: user.organisationId,
        to: user.email,
        ...message,
        headers: { 'x-kind': secret },
        attachments: [attachment],
      },
      now,
    ),
  )

/** Every row of the table as text, with bytes as the characters that they are. */
async function stored(): Promise<string> {
  const { rows } = await sql<{ row: string }>`/* every organisation: the whole table is examined */
    select to_jsonb(m)::text || coalesce(encode(content_sealed, 'escape'), '') as row from outbox_mails m`.execute(
    parts.app.db,
  )
  return rows.map(({ row }) => row).join('\n')
}
const run = (name: string, payload = {}, app: App = parts.app) =>
  mailJobs.find((job) => job.name === name)?.run(app, payload)
const newest = () =>
  parts.app.db
    .selectFrom('outbox_mails')
    .where('organisation_id', '=', user.organisationId)
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow()

describe('a mail', () => {
  test('waits sealed, and is read as it was written [E-40]', async () => {
    await send()
    expect(await stored()).toContain('Choose a password')
    expect(await stored()).not.toContain('the-secret')
    expect(await mailsTo(parts.app, user)).toMatchObject([
      {
        subject: message.subject,
        body: message.text,
        html: message.html,
        headers: { 'x-kind': secret },
        attachments: [attachment],
      },
    ])
  })

  test('is sent once, and then says nothing any more [E-40]', async () => {
    const server = await startMailServer()
    const config = { ...parts.app.config, smtpUrl: server.url, mailFrom: 'legal@legal.example' }
    await send()
    const { organisation_id: organisationId, id } = await newest()
    for (const name of ['send-sealed-mail', 'send-mail']) {
      await run(name, { organisationId, id }, { ...parts.app, config })
    }
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]).toContain('filename=report.csv')
    expect(server.mails[0]).toContain(attachment.content)
    await server.close()
    expect(await newest()).toMatchObject({
      subject: message.subject,
      content_sealed: null,
      body: '',
      html: null,
      headers: null,
    })
    expect((await newest()).sent_at).not.toBeNull()
  })

  test('of an older version is sealed, or emptied if it was sent [E-40]', async () => {
    const old = {
      organisation_id: user.organisationId,
      recipient: user.email,
      subject: 'old',
      created_at: parts.clock.now(),
    }
    const insert = (more: object) =>
      internalTransaction(parts.app, (tx) =>
        tx
          .insertInto('outbox_mails')
          .values({ ...old, body: message.text, html: message.html, ...more })
          .execute(),
      )
    await insert({ sent_at: parts.clock.now() })
    await insert({})
    await run('tidy-mails')
    expect(await stored()).not.toContain('the-secret')
    const [sent, waiting] = (await mailsTo(parts.app, user)).filter(({ subject }) => subject === 'old')
    expect([sent?.body, waiting?.body, waiting?.html]).toEqual(['', message.text, message.html])
  })

  test('is deleted after the days of the setting [E-41]', async () => {
    await send()
    const count = async () => (await mailsTo(parts.app, user)).length
    const before = await count()
    parts.clock.advance({ days: parts.app.config.mailDays - 1 })
    await run('tidy-mails')
    expect(await count()).toBe(before)
    parts.clock.advance({ days: 2 })
    await run('tidy-mails')
    expect(await count()).toBe(0)
  })
})
