// An invoice between both sides on its page: questions, answers, decisions, an appeal, the approval, and its export.
import { describe, expect, test } from 'vitest'
import { createApprovalWorld, postedInvoice } from '../fixtures/invoice-approvals.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('an invoice', () => {
  test('is asked about, decided on, appealed, approved and exported [I-113, I-115, I-116, I-257]', async () => {
    const { world, admin } = await createApprovalWorld(parts, { passwordHash: await passwordHash() })
    const invoice = await postedInvoice(parts.app, world, '500')
    const route = invoice.replace('/v2', '')
    const as = (person: { readonly user: { readonly email: string } }, to = route) =>
      openAs({ email: person.user.email, password }, to)

    const settings = await as(admin, '/administration/invoice-approvals')
    await settings.getByLabel('Days for a law firm to accept or appeal').fill('10')
    await settings.getByRole('button', { name: 'Save', exact: true }).click()
    await settings.getByText('Rules saved').waitFor()
    await look(settings, 'invoice-exchange-settings')

    const payer = await as(world.payer)
    await payer.getByRole('button', { name: 'Ask the law firm' }).click()
    await payer.getByLabel('Add a line').selectOption('1')
    await payer.getByRole('textbox', { name: /^Question/ }).fill('Who was at the meeting?')
    await look(payer, 'invoice-exchange-asking')
    await payer.getByRole('button', { name: 'Send 1 question' }).click()
    await payer.getByText('Waits for the law firm until').waitFor()
    await absent(payer.getByRole('button', { name: 'Approve', exact: true }))

    const firm = await as(world.lawyer)
    await firm.getByText('Answer until').waitFor()
    const attach = async (to: string, name: string) => {
      const chosen = firm.waitForEvent('filechooser')
      await firm.getByRole('button', { name: `Add files, ${to}`, exact: true }).click()
      await (await chosen).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
      await firm
        .getByRole('list', { name: `Files to send, ${to}` })
        .getByRole('link', { name })
        .waitFor()
    }
    await attach('Line 1: Advice', 'Attendance note.pdf')
    await attach('Line 1: Advice', 'Wrong client.pdf')
    await firm.getByRole('button', { name: 'Remove Wrong client.pdf' }).click()
    await firm.getByRole('link', { name: 'Wrong client.pdf' }).waitFor({ state: 'detached' })
    await attach('the whole answer', 'Hours of May.pdf')
    await firm.getByRole('textbox', { name: /^Answer/ }).fill('Ruth Calder and the client.')
    await look(firm, 'invoice-exchange-answering')
    await firm.getByRole('button', { name: 'Send answers' }).click()
    await firm.getByText('Answers sent').waitFor()

    const lines = [{ number: 1, decision: 'Reduced', approvedAmount: 700, reason: 'Hours', note: 'Too long' }]
    await world.payer.caller.post(`${invoice}/review/lines`, { lines })
    const reduction = { appliesTo: 'All', amount: 71, reason: 'Hours', note: 'Too much in all.' }
    await world.payer.caller.put(`${invoice}/review/reduction`, reduction)
    await payer.reload()
    await payer.getByText('Ruth Calder and the client.').waitFor()
    const received = payer.waitForEvent('download')
    await payer.getByRole('link', { name: 'Attendance note.pdf' }).click()
    expect((await received).suggestedFilename()).toBe('Attendance note.pdf')
    const withAnswers = payer.getByRole('list', { name: 'Files with the answers' })
    expect(await withAnswers.getByRole('link').allTextContents()).toEqual(['Hours of May.pdf'])
    await look(payer, 'invoice-exchange-answered')
    await payer.getByRole('button', { name: 'Send decisions to the firm' }).click()
    await payer.getByRole('dialog').getByRole('button', { name: 'Send decisions to the firm' }).click()
    await payer.getByText('Waits for the law firm until').waitFor()

    await firm.reload()
    await firm.getByRole('button', { name: 'Appeal' }).click()
    const whole = 'The reduction of the whole invoice'
    const why = (of: string) =>
      firm.getByRole('textbox', { name: `Why this should be paid, ${of}`, exact: true })
    await why('Line 1: Advice').fill('There were two hearings.')
    await why(whole).fill('Nobody said so before.')
    await attach('Line 1: Advice', 'Order of the court.pdf')
    await attach('the whole appeal', 'Letter of engagement.pdf')
    await look(firm, 'invoice-exchange-appealing')
    await firm.getByRole('button', { name: 'Appeal for the whole and 1 line' }).click()
    await firm.getByText('Your appeal waits for a decision.').waitFor()

    await payer.reload()
    const decide = (of: string) => payer.getByRole('listitem').filter({ hasText: of })
    const line = decide('Line 1: Advice')
    await line.getByRole('link', { name: 'Order of the court.pdf' }).waitFor()
    await line.getByLabel('Decision', { exact: true }).selectOption('PartlyRestored')
    await line.getByLabel('Approved now, without tax').fill('850')
    await line.getByRole('textbox', { name: /^Reason for the law firm/ }).fill('One hearing.')
    await decide(whole).getByLabel('Decision', { exact: true }).selectOption('PartlyRestored')
    await decide(whole).getByLabel('Taken off now, without tax').fill('10')
    await decide(whole)
      .getByRole('textbox', { name: /^Reason for the law firm/ })
      .fill('A discount of 10.')
    await look(payer, 'invoice-exchange-deciding')
    await payer.getByRole('button', { name: 'Decide on the appeal' }).click()
    await payer.getByText('A discount of 10.').first().waitFor()
    await payer.getByRole('button', { name: 'Approve', exact: true }).click()
    await payer.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect
      .poll(
        async () => (await world.payer.caller.get(invoice)).json<{ approvedTotal: number }>().approvedTotal,
      )
      .toBe(850)
    await firm.reload()
    await firm.getByText('One hearing.').first().waitFor()
    await look(firm, 'invoice-exchange-decided')

    await payer.goto(payer.url().replace(/#.*$/, '#/invoices/exports/new'))
    await payer.getByRole('button', { name: 'Export 1 invoice' }).click()
    await payer.getByRole('heading', { name: 'Export 1' }).waitFor()
  })
})
