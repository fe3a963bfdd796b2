// A document that goes to the other side and comes back: read on a phone without an account, answered, accepted.
import { describe, expect, test } from 'vitest'
import { fileInboundMail } from '../../server/emails/commands/file-inbound-mail.ts'
import { docx } from '../documents/docx.ts'
import { form } from '../documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { mailsTo } from '../fixtures/mails.ts'
import { mailNow } from '../fixtures/notifications.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { absent } from './absence.ts'
import { examine, look } from './look.ts'
import { serveWebApp, signIn } from './web-app.ts'

const { parts, origin, open, openAs } = await serveWebApp()

async function withContract() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { name: 'Northgate Instruments Limited' })
  const owner = await createUser(app, {
    organisationId,
    passwordHash: await passwordHash(),
    role: 'Administrator',
    groups: ['ContractAdministrators'],
  })
  const typeId = await createContractTemplate(app, { organisationId })
  const caller = await callerFor(parts, owner)
  const file = { name: 'Supply Agreement.docx', content: docx(['Payment within 30 days.', 'English law.']) }
  const { payload, headers } = form({ targetResourceType: 'ContractCreation', file })
  const document = (await caller.post('/v2/files', payload, { headers })).json<{ id: number }>()
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Supply', document })
  const colleague = await createUser(app, {
    organisationId,
    passwordHash: await passwordHash(),
    firstName: 'Ben',
    role: 'Standard',
  })
  return { owner, colleague, caller, id: made.json<{ id: number }>().id }
}

const email = 'nils@ashfield.example'

/** Files a mail from its owner on the contract, with the document attached. */
async function mailed(contractId: number, from: string): Promise<void> {
  const content = docx(['Payment within 75 days.', 'English law.']).toString('base64')
  const name = 'Supply Agreement (2).docx'
  const raw = `From: ${from}\r\nSubject: Their draft\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee attached\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--b--\r\n`
  await fileInboundMail(parts.app, Buffer.from(raw), [{ kind: 'contract', id: contractId }])
}

/** What the mails to the person say, the latest last. */
async function inMails(pattern: RegExp, to: string = email): Promise<string> {
  const mails = await mailsTo(parts.app, { email: to })
  return mails.flatMap(({ body }) => pattern.exec(body)?.[0] ?? []).at(-1) ?? ''
}

describe.skipIf(!chromiumPath())('a document with the other side', () => {
  test('is sent from the page of the contract, answered on a phone, accepted and approved [C-357, C-375]', async () => {
    const { owner, colleague, caller, id } = await withContract()
    const page = await openAs({ email: owner.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'Send to the other side…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nils Lindqvist')
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByLabel('Message').fill('Our changes are in clause 4.')
    // the browser runs by the time of this machine, the server by that of the test
    const lastDay = new Date(parts.app.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('Last day').fill(lastDay)
    await examine(page, 'send-to-other-side')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Not opened yet').waitFor()

    const phone = await open({ viewport: { width: 360, height: 760 } })
    await phone.goto(`${origin}${await inMails(/\/#\/share\/\S+/)}`)
    await phone.getByText('Northgate Instruments Limited has sent you a document.').waitFor()
    await examine(phone, 'share-code')
    await phone.getByRole('button', { name: 'Send me a code' }).click()
    await phone.getByLabel('Code').waitFor()
    await phone.getByLabel('Code').fill(await inMails(/\b\d{6}\b/))
    await phone.getByRole('button', { name: 'Open the document' }).click()
    await phone.getByText('Payment within 30 days.').waitFor()
    await examine(phone, 'share')
    await absent(phone.getByRole('button', { name: 'Tracked changes' }))
    await phone.locator('input[type=file]').setInputFiles({
      name: 'Supply Agreement (Ashfield).docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: docx(['Payment within 60 days.', 'English law.']),
    })
    await phone.getByRole('button', { name: 'Send it back' }).click()
    await phone.getByText('Your version has arrived.').waitFor()
    await phone.getByLabel('Comment').fill('Sixty days, as before.')
    await phone.getByRole('button', { name: 'Send the comment' }).click()
    await phone.getByText('Your comment has arrived.').waitFor()
    await phone.getByText('Version: Supply Agreement (Ashfield).docx').waitFor()
    await look(phone, 'share-answered')

    await page.reload()
    await page.getByText(/^Nils Lindqvist returned a version/).waitFor()
    await look(page, 'with-other-side')
    const compare = page.getByRole('link', { name: 'Compare with what was sent' })
    expect(await compare.getAttribute('href')).toMatch(/#\/files\/\d+\?compare=\d+\.1$/)
    await page.getByRole('button', { name: 'Accept as new version…' }).click()
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('Accepted', { exact: true }).waitFor()
    expect((await caller.get(`/v2/contracts/${id}/documentShares`)).json()).toMatchObject({
      items: [{ state: 'Answered', returns: [{ state: 'Accepted' }] }],
    })
    await page.getByRole('tab', { name: /^Messages/ }).click()
    await page.getByText('Sixty days, as before.').waitFor()
    await page.getByText('of the other side').waitFor()

    // a mail to the contract with its document: asked about here, and on the page of the mail
    await mailed(id, owner.email)
    await page.goto(`${origin}/#/contracts/${id}`)
    await page.reload()
    const asked = page.getByRole('region', { name: 'Is this a new version of Supply Agreement.docx?' })
    await asked.getByRole('link', { name: 'Supply Agreement (2).docx' }).waitFor()
    await look(page, 'mailed-version')
    await asked.getByRole('button', { name: 'Not a version' }).click()
    await asked.waitFor({ state: 'detached' })
    const { items } = (await caller.get(`/v2/contracts/${id}/mailedVersions`)).json()
    await page.goto(`${origin}/#/files/${items[0].mail.id}`)
    await asked.getByRole('button', { name: 'Take as new version…' }).click()
    await look(page, 'mailed-version-taken')
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await asked.waitFor({ state: 'detached' })
    expect((await caller.get(`/v2/contracts/${id}/mailedVersions`)).json()).toMatchObject({
      document: { version: 3 },
      items: [{ state: 'Accepted' }],
    })

    // asked to approve what it is now, a colleague answers from the mail, on the phone
    const requested = await caller.post(`/v2/contracts/${id}/approvals`, {
      approvers: [{ id: colleague.id }],
      comment: 'Sixty days as agreed.',
    })
    expect(requested.statusCode, requested.body).toBe(201)
    await mailNow(parts.app)
    parts.clock.advance({ minutes: 2 })
    await mailNow(parts.app)
    await phone.goto(`${origin}${await inMails(/\/#\/approve\/\S+/, colleague.email)}`)
    await phone.getByText('Your organisation asks you to sign in before you answer.').waitFor()
    await look(phone, 'approve-sign-in')
    await phone.getByRole('link', { name: 'Sign in' }).click()
    await signIn(phone, colleague.email, password)
    await phone.getByRole('heading', { name: 'Supply', exact: true }).waitFor()
    await phone.getByText('Payment within 75 days.').waitFor()
    await examine(phone, 'approve')
    await phone.getByRole('button', { name: 'Approve…' }).click()
    await phone.getByLabel('Note (optional)').fill('Fine.')
    await examine(phone, 'approve-confirm')
    await phone.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await phone.getByText('You have approved it.').waitFor()
    await phone.reload()
    await phone.getByText('This address opens nothing.').waitFor()
    expect((await caller.get(`/v2/contracts/${id}/approvals`)).json()).toMatchObject({
      items: [{ state: 'Approved', steps: [{ approvers: [{ comment: 'Fine.' }] }] }],
    })
    await page.goto(`${origin}/#/security`)
    const switched = page.getByRole('checkbox', { name: 'Approvers sign in before they answer' })
    await switched.uncheck()
    await page
      .getByRole('region', { name: 'Approvals from a mail' })
      .getByRole('button', { name: 'Save for approvals' })
      .click()
    await page.getByText('Saved. It holds for mails that were sent before as well.').waitFor()
    await look(page, 'approvals-from-a-mail')
    expect((await caller.get('/v2/signInPolicy')).json()).toMatchObject({ approvalsNeedSignIn: false })
  })
})
