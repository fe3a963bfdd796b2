// What mails say and who they are from: set, checked, tried, sent.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import type { Caller } from '../../../../test/http.ts'
import { startMailServer } from '../../../../test/production/world.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { mailJobs } from '../../../platform/mail/mail-jobs.ts'
import { placeholdersIn } from '../../../platform/mail/mail-kind.ts'
import { mailKinds } from '../mail-kinds.ts'

const parts = useTestApp()
let organisationId: number
let admin: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

const path = '/v2/mailTexts/invitation'
const text = {
  subject: 'Welcome to Legal, {{firstName}}',
  body: 'Dear {{firstName}},\n\n{{invitedBy}} waits for you:\n{{link}}',
}
const invite = async (firstName = 'Eva') => {
  const email = `eva-${Math.random()}@legal.example`
  const made = await caller.post('/v2/users', { email, firstName, lastName: 'Lind', role: 'InhouseLegal' })
  expect(made.statusCode, made.body).toBe(201)
  const [mail] = await mailsTo(parts.app, { organisationId, email })
  return mail
}

test('every mail has a standard text that would be accepted, and its own name [N-80]', () => {
  expect(new Set(mailKinds.map(({ name }) => name)).size).toBe(mailKinds.length)
  for (const { name, subject, body, placeholders } of mailKinds) {
    const { names, broken } = placeholdersIn(`${subject}\n${body}`)
    expect([name, broken, names.filter((each) => !Object.hasOwn(placeholders, each))]).toEqual([
      name,
      false,
      [],
    ])
    for (const [placeholder, { required }] of Object.entries(placeholders))
      if (required)
        expect([name, placeholdersIn(body).names]).toEqual([name, expect.arrayContaining([placeholder])])
  }
})

test('a mail says the text of its organisation, as text and as HTML, and the standard text again [N-80]', async () => {
  expect((await invite())?.subject).toBe('You have been invited to Chancery')
  const first = await caller.get(path)
  const set = await caller.put(path, text)
  expect(set.statusCode, set.body).toBe(204)
  const mail = await invite()
  expect(mail?.subject).toBe('Welcome to Legal, Eva')
  expect(mail?.body).toMatch(/^Dear Eva,\n\nRobin Marsh of .+ waits for you:\nhttps?:\/\/\S+\n$/)
  expect(mail?.html).toMatch(
    /<p>Dear Eva,<\/p>\n<p>Robin Marsh of .+ waits for you:<br><a href="https?:[^"]+">/,
  )
  const read = (await caller.get(path)).json<{ changed: object }>()
  expect(read).toMatchObject({
    ...text,
    changed: { by: { id: admin.id } },
    standard: { subject: expect.any(String) },
  })
  const stale = await caller.put(path, text, { headers: { 'if-match': String(first.headers.etag) } })
  expect(stale.statusCode).toBe(412)
  expect((await caller.delete(path)).statusCode).toBe(204)
  expect((await invite())?.subject).toBe('You have been invited to Chancery')
  const versions = (await caller.get(`${path}/versions`)).json<{ items: object[] }>().items
  expect(versions).toMatchObject([
    { version: 2, subject: null, body: null },
    { version: 1, ...text, changed: { by: { id: admin.id } } },
  ])
  expect((await caller.get('/v2/history?$top=10')).body).toContain('Welcome to Legal')
})

test('values are escaped, and bring neither markup, placeholders nor headers [N-81]', async () => {
  await caller.put(path, text)
  const mail = await invite('<b>{{link}}</b>')
  expect(mail?.subject).toBe('Welcome to Legal, <b>{{link}}</b>')
  expect(mail?.body).toContain('Dear <b>{{link}}</b>,')
  expect(mail?.html).toContain('Dear &lt;b&gt;{{link}}&lt;/b&gt;,')
  expect(mail?.html).not.toContain('<b>')
  await caller.put(path, { ...text, body: '<script>alert(1)</script> <!--logo--> {{link}}' })
  expect((await invite())?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &lt;!--logo--&gt;')
})

test.each([
  [{ subject: 'Hi {{nobody}}' }, 'subject'],
  [{ body: 'Without the address' }, 'body'],
  [{ body: '{{link}} {{constructor}}' }, 'body'],
  [{ body: '{{link}} {{first name}}' }, 'body'],
  [{ subject: 'Hi\r\nBcc: all@legal.example' }, 'subject'],
  [{ subject: ' ' }, 'subject'],
  [{ subject: 'x'.repeat(151) }, 'subject'],
  [{ body: `{{link}}${'x'.repeat(5_001)}` }, 'body'],
  [{ body: 17 }, 'body'],
  [{ html: '<p>' }, 'html'],
])('a wrong text is refused under its name wherever it is sent: case %# [N-81]', async (wrong, name) => {
  const body = { ...text, ...wrong }
  for (const refused of [
    await caller.put(path, body),
    await caller.post(`${path}/preview`, body),
    await caller.post(`${path}/tests`, body),
  ])
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      400,
      [name],
    ])
  expect((await caller.get(path)).json()).toMatchObject({ changed: null })
  expect(await mailsTo(parts.app, admin)).toEqual([])
})

test('a text is seen with sample values, and sent to who tries it, at most once in ten seconds [N-82]', async () => {
  const preview = (await caller.post(`${path}/preview`, text)).json<{ text: string; html: string }>()
  expect(preview).toMatchObject({ subject: 'Welcome to Legal, Ana', from: parts.app.config.mailFrom })
  expect(preview.text).toContain('Ben Okafor of Harbour Foods waits for you:')
  expect(preview.html).not.toContain('<!--logo-->')
  const sent = await caller.post(`${path}/tests`, text)
  expect(sent.json()).toEqual({ to: admin.email })
  expect(await mailsTo(parts.app, admin)).toMatchObject([{ subject: 'Test: Welcome to Legal, Ana' }])
  expect((await caller.post(`${path}/tests`, text)).statusCode).toBe(409)
  expect((await caller.post('/v2/mailTexts/nothing/preview', text)).statusCode).toBe(404)
})

const settings = '/v2/mailSettings'

test('mails have the sender, the address for answers and the logo of the organisation [N-83]', async () => {
  const given = { senderName: 'Legal at Häfen & Co', replyTo: 'legal@harbour.example', withLogo: true }
  expect((await caller.patch(settings, given)).statusCode).toBe(204)
  expect((await caller.get(settings)).json()).toEqual(given)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const logo = await caller.put(`/v2/organizations/${organisationId}/logo`, png, {
    headers: { 'content-type': 'image/png' },
  })
  expect(logo.statusCode, logo.body).toBeLessThan(300)
  const received = await deliver()
  expect(received).toContain('From: =?UTF-8?')
  expect(received).toContain('<legal@installation.example>')
  expect(received).toContain('Reply-To: legal@harbour.example')
  expect(received).toContain('Content-ID: <logo>')
  expect(received).toContain('cid:logo')
  await caller.patch(settings, { withLogo: false, senderName: null, replyTo: null })
  const plain = await deliver()
  expect(plain).toContain('From: Chancery <legal@installation.example>')
  expect(plain).not.toContain('Reply-To')
  expect(plain).not.toContain('logo')
})

/** What arrives of an invitation. */
async function deliver(): Promise<string> {
  const server = await startMailServer()
  await invite()
  const row = await parts.app.db
    .selectFrom('outbox_mails')
    .where('organisation_id', '=', organisationId)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  const mailFrom = 'Chancery <legal@installation.example>'
  const app = { ...parts.app, config: { ...parts.app.config, smtpUrl: server.url, mailFrom } }
  await mailJobs.find(({ name }) => name === 'send-sealed-mail')?.run(app, { organisationId, id: row.id })
  await server.close()
  return server.mails.join('\n')
}

test.each([
  [{ senderName: 'Legal\r\nBcc: all@legal.example' }, 'senderName'],
  [{ senderName: 'ceo@bank.example' }, 'senderName'],
  [{ senderName: '"Legal" <x>' }, 'senderName'],
  [{ senderName: 'x'.repeat(81) }, 'senderName'],
  [{ replyTo: 'a@b.example, c@d.example' }, 'replyTo'],
  [{ replyTo: 'a@b.example\r\nBcc: c@d.example' }, 'replyTo'],
  [{ replyTo: 'nobody' }, 'replyTo'],
  [{ withLogo: 'yes' }, 'withLogo'],
  [{ from: 'a@b.example' }, 'from'],
])('a wrong sender is refused under its name: case %# [N-83]', async (wrong, name) => {
  const refused = await caller.patch(settings, wrong)
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  expect((await caller.get(settings)).json()).toEqual({ senderName: null, replyTo: null, withLogo: false })
})
