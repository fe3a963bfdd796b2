// Approving an invoice in steps: the rules on their page, asked for by counsel, decided by two people.
import { describe, expect, test } from 'vitest'
import { answerAddressOf } from '../fixtures/answers-by-mail.ts'
import { createApprovalWorld, postedInvoice } from '../fixtures/invoice-approvals.ts'
import { mailNow, notifyNow } from '../fixtures/notifications.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('an invoice', () => {
  test('is approved in two steps, by the rules that an administrator set [I-130] [I-132]', async () => {
    const { world, admin, finance, head } = await createApprovalWorld(parts, {
      passwordHash: await passwordHash(),
    })
    const { payer } = world
    const as = (email: string, route: string) => openAs({ email, password }, route)

    const setting = await as(admin.user.email, '/administration/invoice-approvals')
    await setting.getByText('No rules: each person').waitFor()
    await look(setting, 'invoice-approval-none')
    const addRule = async (
      name: string,
      email: string,
      set: (card: ReturnType<typeof setting.getByRole>) => Promise<void>,
    ) => {
      await setting.getByRole('button', { name: 'Add a rule' }).click()
      const card = setting.getByRole('listitem', { name: /^Rule/ }).last()
      await card.getByLabel('Name').fill(name)
      await set(card)
      await card.getByLabel('Add a person').fill(email)
      await setting.locator('[role=option]:visible').first().click()
    }
    await addRule('Head of legal', head.user.email, async (card) => {
      await card.getByLabel('Applies to').selectOption('always')
    })
    await addRule('Finance', finance.user.email, async (card) => {
      await card.getByLabel('From a total with tax of').fill('1000')
      await card.getByLabel('Currency').fill('gbp')
      await card.getByLabel('Working days to decide').fill('3')
    })
    await look(setting, 'invoice-approval-rules')
    await setting.getByRole('button', { name: 'Save', exact: true }).click()
    await setting.getByText('Rules saved').waitFor()

    const invoice = await postedInvoice(parts.app, world, '500')
    const route = invoice.replace('/v2', '')
    const counsel = await as(payer.user.email, route)
    await counsel.getByText('needs the approval of other people').waitFor()
    await absent(counsel.getByRole('button', { name: 'Approve', exact: true }))
    await look(counsel, 'invoice-approval-needed')
    await counsel.getByRole('button', { name: 'Ask for approval' }).click()
    await counsel.getByLabel('Note (optional)').fill('The second expert is in it.')
    await counsel.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click()
    await counsel.getByText('Not asked yet').waitFor()

    const first = await as(head.user.email, route)
    // on a telephone as well the approver's own act is at the head of the page
    await first.setViewportSize({ width: 360, height: 740 })
    const approve = first.getByRole('button', { name: 'Approve', exact: true }).first()
    await approve.waitFor()
    expect((await approve.boundingBox())?.y).toBeLessThan(740)
    await first.setViewportSize({ width: 1280, height: 800 })
    await approve.click()
    await first.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    const steps = first.getByRole('region', { name: 'Approval' })
    await expect.poll(() => steps.getByText('Waiting', { exact: true }).count()).toBeGreaterThan(0)

    const last = await as(finance.user.email, '/approvals')
    await last.getByText('Invoices waiting for you').waitFor()
    await look(last, 'invoices-waiting-for-approval')
    await last.getByRole('link', { name: /^Invoice INV/ }).click()
    await last.getByText('Good for').waitFor()
    await look(last, 'invoice-approval-waiting')
    await last.getByRole('region', { name: 'Approval' }).getByText('Respond by').waitFor()

    // the second person answers from the mail
    await notifyNow(parts.app)
    parts.clock.advance({ minutes: 2 })
    await mailNow(parts.app)
    const page = await as(finance.user.email, `/approve/${await answerAddressOf(parts.app, finance.user)}`)
    await page.getByText('To approve, with tax').waitFor()
    await page.getByRole('link', { name: 'Open the invoice with its lines' }).waitFor()
    await look(page, 'invoice-approval-from-the-mail')
    await page.getByRole('button', { name: 'Approve…' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Approve .*1,010\.00\?$/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('You have approved it.').waitFor()
    await expect
      .poll(async () => (await payer.caller.get(invoice)).json<{ status: string }>().status)
      .toBe('Approved')
    await counsel.reload()
    await counsel.getByRole('region', { name: 'Approval' }).getByText('Fay Nance').waitFor()
    await look(counsel, 'invoice-approval-approved')
  })
})
