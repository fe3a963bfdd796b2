// Looking after webhook subscriptions in the web app, in a browser, with a receiver that answers.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { runWebhooksOnce } from '../../server/webhooks/delivery/engine.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { contractsPath, useReceiver } from '../peers/subscribed.ts'
import { callerFor } from '../tokens.ts'
import { absent } from './absence.ts'
import { examine, look } from './look.ts'
import { focused, serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const receiver = useReceiver()

/** An administrator who owns a contract, at the page of webhooks. */
async function atWebhooks() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const person = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    groups: ['ContractAdministrators'],
    passwordHash: await passwordHash(),
  })
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const contractId = await insertContract(parts.app, { owner: person, templateId })
  const caller = await callerFor(parts, person)
  const page = await app.openAs({ email: person.email, password }, '/administration/webhooks')
  await page.getByText('There is none yet.').waitFor()
  const move = async (Status: string) => {
    expect((await caller.patch(`${contractsPath}/${contractId}`, { Status })).statusCode).toBe(200)
    await runWebhooksOnce(parts.app)
  }
  return { page, move }
}

async function subscribe(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Subscribe' }).click()
  await page.getByLabel('Address').fill(`${receiver().url}/hook?tenant=7`)
  await page.getByLabel('Client state').fill('a secret of mine')
  await page.getByRole('checkbox', { name: 'contract.status.updated' }).check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Subscribed', level: 1 }).waitFor()
  return page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
}

describe.skipIf(!chromiumPath())('webhooks', () => {
  test('somebody subscribes, and a form that is wrong says so at its fields [W-113]', async () => {
    const { page } = await atWebhooks()
    await look(page, 'webhooks-empty')
    await page.getByRole('link', { name: 'Subscribe' }).click()
    await page.getByLabel('Address').fill('http://hooks.example.com/')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('must be an https address').last().waitFor()
    await page.getByText('is empty: give at least one.').last().waitFor()
    await look(page, 'webhooks-new')
    await page.goBack()
    const secret = await subscribe(page)
    expect(secret).toMatch(/^whsec_/)
    await look(page, 'webhooks-subscribed')
    await page.getByRole('link', { name: 'Continue to the subscription' }).click()
    await page.getByRole('heading', { name: new URL(receiver().url).host, level: 1 }).waitFor()
    await absent(page.getByText(secret))
    await page.getByRole('button', { name: 'Show the secret' }).click()
    expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toBe(secret)
    await page.getByRole('button', { name: 'Replace the secret…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click()
    const next = page.getByRole('dialog').getByRole('textbox', { name: 'Signing secret' })
    expect(await next.inputValue()).not.toBe(secret)
    await page.getByText('as well until').waitFor()
  })

  test('a failure is read, sent now, copied as curl and sent again [W-113]', async () => {
    const { page, move } = await atWebhooks()
    const secret = await subscribe(page)
    await page.getByRole('link', { name: 'Continue to the subscription' }).click()
    receiver().react((response, _request) => void response.writeHead(503, { server: 'gateway' }).end('Busy'))
    await move('Negotiating')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: 'contract.status.updated' }).click()
    await page.getByText('status 503').waitFor()
    await page.getByText('server: gateway').waitFor()
    await page.getByText('Busy').waitFor()
    await examine(page, 'webhooks-delivery')
    receiver().react(204)
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('It is due now.').waitFor()
    await runWebhooksOnce(parts.app)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('status 204').waitFor()

    // the copied lines, run in a shell, are accepted by the receiver as the platform's own are
    receiver().clear()
    const lines = await page
      .getByLabel(/^Copy as curl/, { exact: false })
      .last()
      .innerText()
    await promisify(execFile)('sh', ['-c', lines.replace('curl -i', 'curl -ik').replace('whsec_…', secret)])
    const [copied] = receiver().requests
    const headers = copied?.headers as Record<string, string>
    expect(copied?.target).toBe('/hook?tenant=7')
    const payload = new Webhook(secret).verify(copied?.body ?? '', headers)
    expect(payload).toMatchObject({ EventType: 'contract.status.updated', ClientState: 'a secret of mine' })

    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again', { exact: true }).waitFor()
    await runWebhooksOnce(parts.app)
    expect(receiver().requests).toHaveLength(2)
    expect(receiver().requests[1]?.body).toEqual(copied?.body)
  })

  test('the log is filtered, a range is counted before it is sent, and a test is sent [W-113]', async () => {
    const { page, move } = await atWebhooks()
    await subscribe(page)
    await page.getByRole('link', { name: 'Continue to the subscription' }).click()
    await move('Negotiating')
    await move('Draft')
    receiver().react(500)
    await move('Negotiating')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('3 notifications', { exact: true }).waitFor()
    await examine(page, 'webhooks-subscription')
    await page.getByLabel('State').selectOption('Acknowledged')
    await page.getByText('2 notifications', { exact: true }).waitFor()
    await page.getByLabel('Topic').selectOption('matter.created')
    await page.getByText('Nothing was sent that matches.').waitFor()
    await page.getByLabel('Topic').selectOption('')
    // where one was is in the address
    await page.reload()
    await page.getByText('2 notifications', { exact: true }).waitFor()

    receiver().react(204)
    receiver().clear()
    await page.getByRole('button', { name: 'Send a time range again…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Acknowledged' }).check()
    expect(await dialog.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Count them' }).click()
    await dialog.getByText('2 notifications would be sent again.').waitFor()
    expect(receiver().requests).toEqual([])
    await look(page, 'webhooks-replay')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('2 notifications will be sent').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    parts.clock.advance({ seconds: 1 })
    await runWebhooksOnce(parts.app)
    expect(receiver().requests).toHaveLength(2)

    receiver().clear()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('A test is on its way').waitFor()
    await runWebhooksOnce(parts.app)
    expect(JSON.parse(receiver().requests[0]?.body.toString() ?? '')).toMatchObject({ ResourceId: 0 })
    await page.getByRole('link', { name: 'See what became of it' }).click()
    await page.getByText('A test', { exact: true }).waitFor()
    await absent(page.getByRole('button', { name: 'Send again' }))
  })

  test('a subscription is changed, paused, resumed and deleted [W-113]', async () => {
    const { page, move } = await atWebhooks()
    await subscribe(page)
    await page.getByRole('link', { name: 'Continue to the subscription' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('INPUT')
    await page.getByLabel('Client state').fill('another')
    await page.getByRole('checkbox', { name: 'contract.created' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => focused(page)).toBe('Edit')
    await page.getByText('contract.created, contract.status.updated').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused: notifications are held.').waitFor()
    await move('Negotiating')
    expect(receiver().requests).toEqual([])
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Resumed: what was held is being sent.').waitFor()
    await runWebhooksOnce(parts.app)
    expect(JSON.parse(receiver().requests[0]?.body.toString() ?? '')).toMatchObject({
      ClientState: 'another',
    })
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is none yet.').waitFor()
  })

  test('an administrator sees where colleagues are notified, and ends that [W-114] [W-115]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const [administrator, colleague] = await Promise.all(
      (['Administrator', 'InhouseLegal'] as const).map(async (role) =>
        createUser(parts.app, { organisationId, role, passwordHash: await passwordHash() }),
      ),
    )
    if (!administrator || !colleague) throw new Error('Two people are needed')
    await (await callerFor(parts, colleague)).post('/v2/webhookSubscriptions', {
      topics: ['contract.created'],
      subscriptionUrl: 'https://hooks.example.com/receive',
    })
    const page = await app.openAs({ email: administrator.email, password }, '/administration/webhooks')
    const row = page.getByRole('list', { name: 'Subscriptions of colleagues' }).getByRole('listitem')
    await row.getByText('0 acknowledged, 0 abandoned in 24 hours, 0 waiting').waitFor()
    await look(page, 'webhooks-of-colleagues')
    await row.getByRole('button', { name: /^Disable hooks\.example\.com of / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The vendor was replaced.')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await row.getByText('an administrator ended it: The vendor was replaced.').waitFor()
    await absent(row.getByRole('button'))
  })
})
